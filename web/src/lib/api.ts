import type {
  Found,
  GameInfo,
  Invitation,
  Joined,
  Level,
  MyTable,
  NewGuided,
  NewTable,
  Order,
  Proof,
  Refused as RefusedMessage,
  Shelf,
  Story,
  TableInfo,
} from "../wire.gen";
import { Refused } from "./desk.svelte";
import { t } from "./i18n.svelte";
import { prefs } from "./prefs.svelte";
import type { Lang } from "./words";

export type { GameInfo, Invitation, Level, MyTable, Shelf, TableInfo };

/** A refusal of the wire as an error to throw. */
export function refusal(told: RefusedMessage): Refused {
  return new Refused(told.code, told.sentence, told.clause, told.facts);
}

async function call<T>(
  path: string,
  body?: unknown,
  method = body === undefined ? "GET" : "POST",
): Promise<T> {
  const mark = path.includes("?") ? "&" : "?";
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}${mark}lang=${prefs.lang}`, {
      method,
      credentials: "same-origin",
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
  } catch {
    throw new Refused("offline", t("error.offline"));
  }
  const kind = answer.headers.get("Content-Type") ?? "";
  if (!kind.includes("json")) throw new Refused("offline", t("error.offline"));
  const told: unknown = await answer.json();
  if (!answer.ok) throw refusal(told as RefusedMessage);
  return told as T;
}

const at = (id: string) => `tables/${encodeURIComponent(id)}`;

export const api = {
  shelf: () => call<Shelf>("games"),
  mine: () => call<MyTable[]>("mine"),
  create: (wish: NewTable) => call<TableInfo>("tables", wish),
  guided: (wish: NewGuided) => call<TableInfo>("guided", wish),
  find: (code: string) => call<Found>("join", { code }),
  table: (id: string) => call<TableInfo>(at(id)),
  join: (id: string, token: string, name: string, take = false) =>
    call<Joined>(`${at(id)}/join`, { token, name, take }),
  order: (id: string, order: Order) => call<TableInfo>(`${at(id)}/orders`, order),
  rename: (id: string, seat: number, name: string) =>
    call<TableInfo>(`${at(id)}/name`, { seat, name }),
  leave: (id: string, seat: number) => call<TableInfo>(`${at(id)}/leave`, { seat }),
  invitation: (id: string) => call<Invitation>(`${at(id)}/invitation`),
  story: (id: string, seat: number | null) =>
    call<Story>(`${at(id)}/story${seat === null ? "" : `?seat=${seat}`}`),
  proof: (id: string, match: number) => call<Proof>(`${at(id)}/proof?match=${match}`),
  recordText: async (id: string, match: number): Promise<string | null> => {
    const answer = await fetch(`/api/${at(id)}/record?match=${match}`).catch(() => null);
    return answer?.ok ? answer.text() : null;
  },
  record: (id: string, seat: number | null, match: number) =>
    `/api/${at(id)}/record?match=${match}${seat === null ? "" : `&seat=${seat}`}`,
};

const kept = new Map<string, Promise<string>>();

/** The text of a game's rules in a language. */
export function fetchRules(slug: string, lang: Lang): Promise<string> {
  const path = `/api/games/${encodeURIComponent(slug)}/rules?lang=${lang}`;
  let found = kept.get(path);
  if (!found) {
    found = fetch(path).then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    });
    kept.set(path, found);
    found.catch(() => kept.delete(path));
  }
  return found;
}
