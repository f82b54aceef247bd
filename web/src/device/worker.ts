// The page's second line: the same Python rules, tables and bots in a worker of this browser.
import { all, change, everything, read, wipe } from "./drawer";
import type { Asked, Told } from "./messages";

interface Desk {
  ask(method: string, path: string, query: string, body: string): Promise<string>;
  follow(
    line: number,
    table: string,
    query: string,
    post: (text: string) => void,
    hung: () => void,
  ): Promise<void>;
  say(line: number, text: string): void;
  hang(line: number): Promise<void>;
  close(): Promise<void>;
  bus: { heard(table: string): void };
}

interface Python {
  unpackArchive(bytes: Uint8Array, format: string, where: { extractDir: string }): void;
  runPythonAsync(code: string): Promise<unknown>;
  globals: { get(name: string): (port: object, tab: string) => Promise<Desk> };
}

const tell = (told: Told) => postMessage(told);
const others = new BroadcastChannel("filon-tables");
let desk: Promise<Desk> | undefined;

interface Files {
  python: [string, number][];
}

/** Fetches count what has come: Python's own files are the longest wait of a first visit. */
function counted(base: string, sizes: Map<string, number>) {
  const whole = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const plain = fetch;
  let come = 0;
  let last = 0;
  const count = (bytes: number) => {
    come += bytes;
    const share = Math.min(0.95, (0.95 * come) / Math.max(1, whole));
    if (share - last < 0.01) return;
    last = share;
    tell({ kind: "loading", share });
  };
  return async (what: RequestInfo | URL, how?: RequestInit): Promise<Response> => {
    const answer = await plain(what, how);
    const path = answer.url.startsWith(base) ? answer.url.slice(base.length) : "";
    if (!sizes.has(path) || !answer.body) return answer;
    const through = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, out) {
        count(part.length);
        out.enqueue(part);
      },
    });
    return new Response(answer.body.pipeThrough(through), {
      headers: answer.headers,
      status: answer.status,
    });
  };
}

async function begin(base: string, tab: string): Promise<Desk> {
  const files = (await (await fetch(`${base}files.json`, { cache: "no-cache" })).json()) as Files;
  self.fetch = counted(base, new Map(files.python));
  const archive = files.python.find(([path]) => path.endsWith(".zip") && path.includes("filon"));
  const [{ loadPyodide }, zip] = await Promise.all([
    import(/* @vite-ignore */ `${base}python/pyodide.mjs`) as Promise<{
      loadPyodide(how: { indexURL: string }): Promise<Python>;
    }>,
    fetch(`${base}${archive?.[0] ?? ""}`).then((answer) => answer.arrayBuffer()),
  ]);
  const python = await loadPyodide({ indexURL: `${base}python/` });
  python.unpackArchive(new Uint8Array(zip), "zip", { extractDir: "." }); // where it looks for modules
  tell({ kind: "loading", share: 0.97 });
  await python.runPythonAsync("from filon.browser.worker import begin");
  const port = { read, all, change, tell: (table: string) => others.postMessage(table) };
  const found = await python.globals.get("begin")(port, tab);
  others.onmessage = (event) => found.bus.heard(String(event.data));
  return found;
}

async function heard(told: Asked): Promise<void> {
  switch (told.kind) {
    case "open":
      desk ??= begin(told.base, told.tab);
      await desk.then(
        () => tell({ kind: "ready" }),
        (wrong: unknown) => tell({ kind: "failed", why: String(wrong) }),
      );
      return;
    case "ask": {
      const answer = await (await desk)?.ask(told.method, told.path, told.query, told.body);
      const [status, text] = JSON.parse(answer ?? '[503,""]') as [number, string];
      return tell({ kind: "answer", id: told.id, status, text });
    }
    case "line": {
      const { id } = told;
      const post = (text: string) => tell({ kind: "said", id, text });
      return (await desk)?.follow(id, told.table, told.query, post, () =>
        tell({ kind: "hung", id }),
      );
    }
    case "say":
      return (await desk)?.say(told.id, told.text);
    case "hang":
      return (await desk)?.hang(told.id);
    case "export":
      return tell({ kind: "answer", id: told.id, status: 200, text: await everything() });
    case "wipe":
      await (await desk)?.close(); // nobody writes a game that is being erased
      await wipe();
      return tell({ kind: "answer", id: told.id, status: 200, text: "{}" });
  }
}

addEventListener("message", (event: MessageEvent<Asked>) => {
  heard(event.data).catch((wrong: unknown) => {
    // Python's own words are for the console; the page hears that it did not work.
    console.error(wrong);
    if ("id" in event.data) tell({ kind: "answer", id: event.data.id, status: 500, text: "" });
  });
});
