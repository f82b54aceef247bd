import type {
  Anyone,
  Arrived,
  AskReplay,
  DayChallenge,
  Found,
  GameInfo,
  Hinted,
  History,
  Invitation,
  Joined,
  Ladder,
  Level,
  LuckReport,
  Lobby,
  MoveLink,
  MyTable,
  NewFork,
  NewGuided,
  NewTable,
  Order,
  Profile,
  Proof,
  PuzzleAnswer,
  PuzzleTask,
  PushInfo,
  Refused as RefusedMessage,
  Replay,
  ReviewJob,
  RoomInfo,
  Shelf,
  Story,
  TableInfo,
  TakeChallenge,
} from "../wire.gen";
import { Refused } from "./refused";
import { alone, isHere } from "./base-url";
import { t } from "../words/i18n.svelte";
import { answersHere, askHere, standsIn } from "./transport";
import { prefs } from "../window/prefs.svelte";
import { save } from "../ui/save";
import type { Lang } from "../words/grammar";

export type { GameInfo, Invitation, Level, MyTable, Shelf, TableInfo };

/** A refusal of the wire as an error to throw. */
export function refusal(told: RefusedMessage): Refused {
  return new Refused(told.code, told.sentence, told.clause, told.facts);
}

/** An answer of the server, or of this device: for its own tables, and where no server answers. */
async function asked(
  path: string,
  body: unknown,
  method: string,
  here = answersHere(path),
): Promise<Response> {
  const mark = path.includes("?") ? "&" : "?";
  const whole = `${path}${mark}lang=${prefs.lang}`;
  if (here) return askHere(whole, method, body);
  try {
    return await fetch(`/api/${whole}`, {
      method,
      credentials: "same-origin",
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
  } catch {
    if (standsIn(path)) return askHere(whole, method, body);
    throw new Refused("offline", t("error.offline"));
  }
}

async function call<T>(
  path: string,
  body?: unknown,
  method = body === undefined ? "GET" : "POST",
  here?: boolean,
): Promise<T> {
  const answer = await asked(path, body, method, here);
  const kind = answer.headers.get("Content-Type") ?? "";
  if (!kind.includes("json")) throw new Refused("offline", t("error.offline"));
  const told: unknown = await answer.json();
  if (!answer.ok) throw refusal(told as RefusedMessage);
  return told as T;
}

const at = (id: string) => `tables/${encodeURIComponent(id)}`;

export const api = {
  profile: () => call<Profile>("profile"),
  history: () => call<History>("profile/history"),
  move: (told: string) => call<MoveLink>("profile/move", { told }),
  arrive: (secret: string, told: string) => call<Arrived>("profile/arrive", { secret, told }),
  bring: () => call<Arrived>("profile/seats", {}),
  revoke: (device: string) => call<Profile>("profile/revoke", { device }),
  ownName: (name: string, passphrase: string, told: string) =>
    call<Profile>("profile/name", { name, passphrase, told }),
  enter: (name: string, passphrase: string, told: string) =>
    call<Arrived>("profile/enter", { name, passphrase, told }),
  drop: (table: string, match: number) => call<History>("profile/past", { table, match }),
  forget: () => call<unknown>("profile/forget", {}),
  ladder: () => call<Ladder>("ladder"),
  push: () => call<PushInfo>("push"),
  startPush: (endpoint: string, p256dh: string, auth: string) =>
    call<unknown>("push", { endpoint, p256dh, auth }),
  stopPush: () => call<unknown>("push/stop", {}),
  shelf: () => call<Shelf>("games"),
  mine: () => call<MyTable[]>("mine"),
  create: (wish: NewTable) => call<TableInfo>("tables", wish),
  challenge: () => call<DayChallenge>("challenge"),
  takeChallenge: (wish: TakeChallenge) => call<TableInfo>("challenge", wish),
  puzzle: (slug: string, n: number) => call<PuzzleTask>(`puzzles/${encodeURIComponent(slug)}/${n}`),
  solve: (slug: string, n: number, steps: string[]) =>
    call<PuzzleAnswer>(`puzzles/${encodeURIComponent(slug)}/${n}`, { steps }),
  /** The whole record of a game of this device that goes on elsewhere. */
  whole: (id: string) => call<{ record: string; n: number }>(`${at(id)}/move`, {}),
  /** A game of this device is forked here; a record goes to the server, if there is one. */
  fork: (wish: NewFork) =>
    call<TableInfo>("forks", wish, "POST", alone || isHere(wish.table ?? "")),
  guided: (wish: NewGuided) => call<TableInfo>("guided", wish),
  find: (code: string, full = false) => call<Found>("join", { code, full }),
  table: (id: string) => call<TableInfo>(at(id)),
  join: (id: string, token: string, name: string, take = false, seat: number | null = null) =>
    call<Joined>(`${at(id)}/join`, { token, name, take, seat }),
  order: (id: string, order: Order) => call<TableInfo>(`${at(id)}/orders`, order),
  rename: (id: string, seat: number, name: string) =>
    call<TableInfo>(`${at(id)}/name`, { seat, name }),
  leave: (id: string, seat: number) => call<TableInfo>(`${at(id)}/leave`, { seat }),
  lobby: () => call<Lobby>("lobby"),
  anyone: (wish: Anyone) => call<Found>("lobby/anyone", wish),
  room: () => call<RoomInfo>("room"),
  roomKey: (key: string) => call<RoomInfo>("room/key", { key }),
  setRoom: (open: boolean) => call<RoomInfo>("room", { open }),
  invitation: (id: string) => call<Invitation>(`${at(id)}/invitation`),
  hint: (id: string, seat: number, v: number, match: number) =>
    call<Hinted>(`${at(id)}/hint`, { seat, v, match }),
  story: (id: string, seat: number | null) =>
    call<Story>(`${at(id)}/story${seat === null ? "" : `?seat=${seat}`}`),
  replay: (id: string, match: number, eyes: string | number, first: number, last: number) =>
    call<Replay>(`${at(id)}/replay?match=${match}&eyes=${eyes}&first=${first}&last=${last}`),
  replayOf: (wish: AskReplay) => call<Replay>("replay", wish),
  luck: () => call<LuckReport>("profile/luck"),
  review: (id: string, match: number) => call<ReviewJob>(`${at(id)}/review?match=${match}`),
  askReview: (id: string, match: number) => call<ReviewJob>(`${at(id)}/review?match=${match}`, {}),
  reviewOf: (record: string) => call<ReviewJob>("review", { record }),
  reviewJob: (job: string) => call<ReviewJob>(`review/${encodeURIComponent(job)}`),
  proof: (id: string, match: number) => call<Proof>(`${at(id)}/proof?match=${match}`),
  recordText: async (id: string, match: number): Promise<string | null> => {
    const path = `${at(id)}/record?match=${match}`;
    const answer = await asked(path, undefined, "GET").catch(() => null);
    return answer?.ok ? answer.text() : null;
  },
  /** The address of a record; null on this device, where nobody serves one (see saveRecord). */
  record: (id: string, seat: number | null, match: number) =>
    answersHere(at(id))
      ? null
      : `/api/${at(id)}/record?match=${match}${seat === null ? "" : `&seat=${seat}`}`,
  /** A record of this device's as a file. */
  saveRecord: async (id: string, seat: number | null, match: number, game: string) => {
    const path = `${at(id)}/record?match=${match}${seat === null ? "" : `&seat=${seat}`}`;
    const answer = await asked(path, undefined, "GET");
    if (answer.ok) save(await answer.text(), `${game}-${id}-${match}.txt`);
  },
};

const kept = new Map<string, Promise<string>>();

/** The text of a game's rules in a language. */
export function fetchRules(slug: string, lang: Lang): Promise<string> {
  const path = `games/${encodeURIComponent(slug)}/rules`;
  const key = `${path} ${lang}`;
  let found = kept.get(key);
  if (!found) {
    const here = () => askHere(`${path}?lang=${lang}`, "GET", undefined);
    const there = () =>
      fetch(`/api/${path}?lang=${lang}`).catch((away: unknown) => {
        if (standsIn(path)) return here();
        throw away;
      });
    found = (answersHere(path) ? here() : there()).then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    });
    kept.set(key, found);
    found.catch(() => kept.delete(key));
  }
  return found;
}
