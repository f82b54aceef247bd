// The two lines of the page: to a server, or to the Python in this browser.
import { alone, isHere, root } from "./base-url";

/** As much of a WebSocket as the page uses. */
export interface Line {
  readonly readyState: number;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

const fromTable = (path: string) => /^tables\/([^/?]+)/.exec(path)?.[1] ?? "";

/** Whether this device answers itself: always without a server, else for its own tables. */
export const answersHere = (path: string) => alone || isHere(fromTable(path));

/** Whether Python was taken along to this browser: then it plays without the server, too. */
export const takenAlong = () => globalThis.localStorage?.getItem(ALONG) === "yes";
export const ALONG = "filon.along";

const ALSO =
  /^(?:games(?:\/[^/]+\/rules)?|mine|tables|guided|replay|lobby|room|profile(?:\/(?:history|luck|past))?|challenge|puzzles\/[^/]+\/\d+|review(?:\/[^/]+)?)$/;

/** Whether this device answers when the server is away. */
export const standsIn = (path: string) => takenAlong() && ALSO.test(path.split("?")[0] ?? "");

const loaded = () => import("../device/device.svelte").then(({ device }) => device);

/** What a page without server shows before Python is there: made when the page was. */
async function shipped(path: string, lang: string): Promise<Response | null> {
  const rules = /^games\/([^/]+)\/rules$/.exec(path);
  if (path !== "games" && !rules) return null;
  const name = rules ? `rules.${rules[1]}.${lang}.md` : `shelf.${lang}.json`;
  const answer = await fetch(`${root()}python/${name}`).catch(() => null);
  if (!answer?.ok) return null;
  const kind = rules ? "text/markdown" : "application/json";
  return new Response(await answer.text(), { headers: { "Content-Type": kind } });
}

/** A request answered on this device, as a server would answer it. */
export async function askHere(whole: string, method: string, body: unknown): Promise<Response> {
  const { pathname, searchParams } = new URL(whole, "http://here/");
  const path = pathname.slice(1);
  const query = Object.fromEntries(searchParams);
  const ready = method === "GET" ? await shipped(path, query["lang"] ?? "en") : null;
  if (ready) return ready;
  const { status, text } = await (await loaded()).ask(method, path, query, body);
  const json = text.startsWith("{") || text.startsWith("[");
  const kind = json ? "application/json" : "text/plain";
  return new Response(text, { status, headers: { "Content-Type": kind } });
}

/** A line to a table of this device; its worker may have to be loaded first. */
class Opening implements Line {
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;
  #line: Line | null = null;
  #left = false;

  constructor(id: string, query: Record<string, string>) {
    loaded().then(
      (device) => {
        if (this.#left) return;
        this.#line = device.line(id, query);
        this.#line.onmessage = (event) => this.onmessage?.(event);
        this.#line.onclose = () => this.onclose?.();
      },
      () => this.onclose?.(),
    );
  }

  get readyState() {
    return this.#line?.readyState ?? WebSocket.CONNECTING;
  }

  send(text: string) {
    this.#line?.send(text);
  }

  close() {
    this.#left = true;
    this.#line?.close();
  }
}

/** A line to a table. */
export function lineTo(id: string, query: Record<string, string>): Line {
  if (alone || isHere(id)) return new Opening(id, query);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const asked = new URLSearchParams(query);
  const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${id}/live?${asked}`);
  return socket as Line;
}
