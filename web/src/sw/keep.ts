import type { Scope, Woken } from "./scope";

// The page kept for days without network: one cache a version, complete or not at all.

/** A request the worker may answer. */
interface Fetched extends Woken {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** Words of a page to its worker. */
interface Spoken extends Woken {
  readonly data: unknown;
  readonly source: { postMessage(told: object): void } | null;
}

interface Keeper extends Scope {
  /** Written in front of the worker when the page is built (tools/device.py). */
  readonly filon?: { version: string; alone: boolean };
  readonly clients: Scope["clients"] & { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(
    kind: "push" | "notificationclick" | "install" | "activate" | "fetch" | "message",
    listener: (event: never) => void,
  ): void;
}

interface Files {
  version: string;
  shell: [string, number][];
  python: [string, number][];
  hashes: Record<string, string>;
}

const DONE = "complete";
// Caches belong to a whole host: a second Filon under another of its paths keeps its own.
const prefix = (base: string) => `filon-page-${new URL(base).pathname}-`;
const nameOf = (version: string, base: string) => `${prefix(base)}${version}`;

/** The cache of a version, if all of it is there. */
async function complete(version: string, base: string): Promise<Cache | null> {
  const name = nameOf(version, base);
  if (!(await caches.has(name))) return null;
  const cache = await caches.open(name);
  return (await cache.match(DONE)) ? cache : null;
}

const older = async (version: string, base: string) =>
  (await caches.keys()).filter(
    (name) => name.startsWith(prefix(base)) && name !== nameOf(version, base),
  );

/** Fetches all files of a version; those that did not change come from the version before. */
export async function take(
  version: string,
  base: string,
  told: (share: number) => void,
): Promise<void> {
  if (await complete(version, base)) return told(1);
  const answer = await fetch(new URL("files.json", base), { cache: "no-store" });
  const files = (await answer.clone().json()) as Files;
  if (files.version !== version) throw new Error("the files are of another version");
  const cache = await caches.open(nameOf(version, base));
  const before: [Cache, Files][] = [];
  for (const name of await older(version, base)) {
    const old = await caches.open(name);
    const list = await old.match(new URL("files.json", base));
    if (list) before.push([old, (await list.json()) as Files]);
  }
  const all = [...files.shell, ...files.python];
  const whole = all.reduce((sum, [, size]) => sum + size, 0);
  let come = 0;
  for (const [path, size] of all) {
    const url = new URL(path, base);
    const same = before.find(([, list]) => list.hashes[path] === files.hashes[path]);
    const kept = await same?.[0].match(url);
    const found = kept ?? (await fetch(url, { cache: "no-cache" }));
    if (!found.ok) throw new Error(`${path}: ${found.status}`);
    await cache.put(url, found);
    told(Math.min(1, (come += size) / whole));
  }
  await cache.put(new URL("files.json", base), answer);
  await cache.put(DONE, new Response(version)); // the last word: from now on it answers
}

/** The answer from the cache: files of the page by name, the page itself for every place in it. */
export async function kept(cache: Cache, request: Request, base: string): Promise<Response | null> {
  const url = new URL(request.url);
  const { pathname: root } = new URL(base);
  if (url.pathname.startsWith(`${root}api/`)) return null;
  const plain = new URL(url.pathname, url);
  const found = await cache.match(plain);
  if (found) return found;
  if (request.mode !== "navigate") return null;
  return (await cache.match(new URL("index.html", base))) ?? null;
}

/** Keeps the page: all of it where there is no server, else when its person wants it along. */
export function keepPage(scope: Keeper) {
  const { version, alone } = scope.filon ?? { version: "", alone: false };
  const base = scope.registration.scope;
  if (!version) return;
  scope.addEventListener("install", ((event: Woken) => {
    const work = async () => {
      // Somebody who took an older version along gets the new one whole, or keeps the old.
      if (alone || (await older(version, base)).length) await take(version, base, () => {});
    };
    event.waitUntil(work());
  }) as (event: never) => void);
  scope.addEventListener("activate", ((event: Woken) => {
    const work = async () => {
      for (const name of await older(version, base)) await caches.delete(name);
      await scope.clients.claim(); // the page that is open may lose its network next
    };
    event.waitUntil(work());
  }) as (event: never) => void);
  scope.addEventListener("message", ((event: Spoken) => {
    const { source } = event;
    if (event.data === "now") event.waitUntil(scope.skipWaiting());
    if (event.data === "take") {
      const work = take(version, base, (share) => source?.postMessage({ kind: "taking", share }));
      event.waitUntil(
        work.then(
          () => source?.postMessage({ kind: "taken" }),
          (wrong: unknown) => source?.postMessage({ kind: "not taken", why: String(wrong) }),
        ),
      );
    }
    if (event.data === "drop") event.waitUntil(caches.delete(nameOf(version, base)));
  }) as (event: never) => void);
  scope.addEventListener("fetch", ((event: Fetched) => {
    const { request } = event;
    const ours = request.method === "GET" && request.url.startsWith(base);
    if (!ours || request.url.startsWith(`${base}api/`)) return;
    const answer = async () => {
      const cache = await complete(version, base);
      const found = cache && (await kept(cache, request, base));
      return found ?? fetch(request);
    };
    event.respondWith(answer());
  }) as (event: never) => void);
}
