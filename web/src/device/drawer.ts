// The device's drawer: texts by key in IndexedDB, changed all together or not at all.

const NAME = "filon";
const STORE = "kept";

let opening: Promise<IDBDatabase | null> | undefined;
const memory = new Map<string, string>();

function opened(): Promise<IDBDatabase | null> {
  opening ??= new Promise((resolve) => {
    let asked: IDBOpenDBRequest;
    try {
      asked = indexedDB.open(NAME, 1);
    } catch {
      return resolve(null); // a browser that keeps nothing still plays, as long as the page is open
    }
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => resolve(null);
  });
  return opening;
}

const done = <T>(asked: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error("the drawer is stuck"));
  });

/** What is kept under a key, as the JSON of a list of one or none. */
export async function read(key: string): Promise<string> {
  const base = await opened();
  const found = base
    ? ((await done(base.transaction(STORE).objectStore(STORE).get(key))) as string | undefined)
    : memory.get(key);
  return JSON.stringify(found === undefined ? [] : [found]);
}

/** Keys that begin so, after that key, with their texts in order, as JSON. */
export async function all(prefix: string, after: string): Promise<string> {
  const base = await opened();
  const past = after > prefix;
  if (!base) {
    const keys = [...memory.keys()].filter((key) => key.startsWith(prefix) && key > after);
    return JSON.stringify(keys.sort().map((key) => [key, memory.get(key)]));
  }
  const range = IDBKeyRange.bound(past ? after : prefix, `${prefix}\uffff`, past);
  const store = base.transaction(STORE).objectStore(STORE);
  const [keys, texts] = await Promise.all([
    done(store.getAllKeys(range)),
    done(store.getAll(range)),
  ]);
  return JSON.stringify(keys.map((key, i) => [key, texts[i] as string]));
}

type Texts = Record<string, string | null>;

/** Changes all of these; "clash" unless what is expected is there, "full" without room. */
export async function change(told: string, expected: string): Promise<string> {
  const texts = JSON.parse(told) as Texts;
  const there = JSON.parse(expected) as Texts;
  const base = await opened();
  if (!base) {
    if (Object.entries(there).some(([key, text]) => (memory.get(key) ?? null) !== text))
      return "clash";
    for (const [key, text] of Object.entries(texts))
      if (text === null) memory.delete(key);
      else memory.set(key, text);
    return "";
  }
  return new Promise((resolve) => {
    const work = base.transaction(STORE, "readwrite", { durability: "strict" });
    const store = work.objectStore(STORE);
    let clash = false;
    let left = Object.keys(there).length;
    const write = () => {
      for (const [key, text] of Object.entries(texts))
        if (text === null) store.delete(key);
        else store.put(text, key);
    };
    for (const [key, text] of Object.entries(there)) {
      const asked = store.get(key) as IDBRequest<string | undefined>;
      asked.onsuccess = () => {
        if ((asked.result ?? null) !== text) clash = true;
        if (--left) return;
        if (clash) work.abort();
        else write();
      };
    }
    if (!left) write();
    work.oncomplete = () => resolve("");
    work.onabort = () => resolve(clash ? "clash" : "full");
    work.onerror = (event) => event.preventDefault();
  });
}

/** Everything, as the JSON of an object. */
export async function everything(): Promise<string> {
  return JSON.stringify(Object.fromEntries(JSON.parse(await all("", "")) as [string, string][]));
}

/** Nothing is kept any more. */
export async function wipe(): Promise<void> {
  memory.clear();
  const base = await opened();
  if (!base) return;
  await done(base.transaction(STORE, "readwrite").objectStore(STORE).clear());
}
