import type { OpenPage, Scope } from "./scope";

/** Where the page leaves the words of a notice for the worker, in its person's language. */
export const WORDS = "filon-words";
export const TURN = "/words/turn";

interface Mine {
  id: string;
  your_turn: boolean;
}

/** The addresses of the tables that wait for this device; null if the server cannot say. */
async function waiting(): Promise<string[] | null> {
  try {
    const answer = await fetch("/api/mine", { credentials: "same-origin" });
    const mine = (await answer.json()) as Mine[];
    return mine.filter((table) => table.your_turn).map((table) => `/t/${table.id}`);
  } catch {
    return null;
  }
}

const path = (page: OpenPage) => new URL(page.url).pathname;

/** Whether a person looks at every table that waits for them: then their page has told them. */
export function seen(tables: string[] | null, pages: OpenPage[]): boolean {
  const looked = pages.filter((page) => page.visibilityState === "visible").map(path);
  return tables !== null && looked.length > 0 && tables.every((table) => looked.includes(table));
}

async function tell(scope: Scope) {
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tables = await waiting();
  if (seen(tables, pages)) return;
  const words = await (await caches.open(WORDS)).match(TURN);
  const body = words ? await words.text() : "";
  await scope.registration.showNotification("Filon", {
    body,
    tag: "turn", // a newer one takes the place of an older one
    data: tables?.[0] ?? "/",
  });
}

async function open(scope: Scope, place: string) {
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there =
    pages.find((page) => path(page) === place) ?? pages.find((page) => path(page) === "/");
  if (!there) return scope.clients.openWindow(place);
  if (path(there) !== place) await there.navigate(place).catch(() => undefined);
  return there.focus();
}

/** A message through the browser's push service says "your turn" and nothing else (ADR 45). */
export function hearPush(scope: Scope) {
  scope.addEventListener("push", (event) => event.waitUntil(tell(scope)));
  scope.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(scope, String(event.notification.data ?? "/")));
  });
}
