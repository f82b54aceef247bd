import { getContext, setContext } from "svelte";
import type { Hinted } from "../wire.gen";
import type { Chat } from "./chat.svelte";

/** What the frame of a board may ask of the table's page around it. Absent on the bench. */
export interface TablePage {
  /** What people say at this table. */
  chat: Chat;
  /** This device may start a new match at this table. */
  canRematch: () => boolean;
  rematch: () => void;
  /** Where the ranking of a challenge stands; "" for any other game. */
  ranking: () => string;
  leave: () => void;
  /** Where the match can be seen again. */
  again: () => string;
  /** The best steps of a seat that is to choose; rejects with Refused. */
  hint: (seat: number, v: number, match: number) => Promise<Hinted>;
  /** Whose review the end of a game may show; absent where nobody computes one. */
  reviewed?: () => { id: string; match: number; seated: boolean };
  /** Checks the draws of the finished match. */
  verify: () => void;
  /** Milliseconds of the clock when waiting chance is drawn anyway; 0 when none waits. */
  due: () => number;
  /** Percent of its level's budget a bot has: less on a busy server. */
  budget: () => number;
  /** How many steps whoever looks on is behind. */
  delay: () => number;
  /** Bots think on this device, with as much as it manages. */
  here: boolean;
  /** Guided: leave the guided game for a free one. */
  skipGuide: () => void;
  /** Guided, at its end: on to the set-up of a real game, or the lesson once more. */
  realGame: () => void;
  againGuide: () => void;
}

const KEY = Symbol("table page");
export const setTablePage = (page: TablePage) => setContext(KEY, page);
export const getTablePage = () => getContext<TablePage | undefined>(KEY);
