import { getContext, setContext } from "svelte";

/** What the frame of a board may ask of the table's page around it. Absent on the bench. */
export interface TablePage {
  /** This device may start a new match at this table. */
  canRematch: () => boolean;
  rematch: () => void;
  leave: () => void;
  /** Checks the draws of the finished match. */
  verify: () => void;
  /** Milliseconds of the clock when waiting chance is drawn anyway; 0 when none waits. */
  due: () => number;
  /** Percent of its level's budget a bot has: less on a busy server. */
  budget: () => number;
  /** Guided: leave the guided game for a free one. */
  skipGuide: () => void;
  /** Guided, at its end: on to the set-up of a real game, or the lesson once more. */
  realGame: () => void;
  againGuide: () => void;
}

const KEY = Symbol("table page");
export const setTablePage = (page: TablePage) => setContext(KEY, page);
export const getTablePage = () => getContext<TablePage | undefined>(KEY);
