import { getContext, onMount } from "svelte";
import type { Desk } from "../table/desk.svelte";
import { BARE } from "./screen";
import { has, t } from "../words/i18n.svelte";
import { prefs } from "./prefs.svelte";
import type { AnyGame } from "../table/types";

/** The shell's keys, as the help sheet lists them: told by `shell.key.NAME`. */
const SHELL = {
  throw: ["Enter"],
  skip: ["Space"],
  auto: ["A"],
  fast: ["F"],
  jump: ["T"],
  undo: ["Z"],
  talk: ["C"],
  advice: ["H"],
  walk: ["Tab"],
  close: ["Escape"],
  help: ["?"],
} as const satisfies Record<string, readonly Key[]>;
type ShellName = keyof typeof SHELL;
type Taken = (typeof SHELL)["auto" | "fast" | "jump" | "undo" | "talk" | "advice" | "help"][number];

type Letter =
  | ("A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L" | "M")
  | ("N" | "O" | "P" | "Q" | "R" | "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z");
type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";
type Digit = "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";
type Named =
  | ("Enter" | "Space" | "Escape" | "Tab" | "Backspace" | "Home" | "End" | "PageUp" | "PageDown")
  | (Arrow | `Shift+${Arrow}`);
/** The four keys that walk. */
export const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] as const;
/** A key by its name; a letter stands for itself with and without Shift. */
export type Key = Letter | Digit | Named | "?";

/** Some keys and what they do. */
export interface Shortcut<K extends Key = Key> {
  keys: readonly K[];
  /** False: not now, the next one that listens to this key hears it. */
  do: (key: K, e: KeyboardEvent) => unknown;
  /** Heard also while a button has the focus, whose own Enter and Space these are. */
  always?: boolean;
  /** Heard again and again while the key is held. */
  repeats?: boolean;
}

/** A line of the key help: keys pressed one or the other, and the text that says what for. */
export interface KeyLine {
  keys: readonly string[];
  text: string;
}

type Said<K> = K extends `key.${infer Word}` ? Word : never;

/** The keys of a board: none of the shell's letters. */
export type BoardShortcut<G extends AnyGame> = Pick<Shortcut, "always" | "repeats"> & {
  /** What the help sheet calls the keys, where it is shorter: ["Arrows"]. */
  shown?: readonly string[];
  /** Without it the part of the board that has the focus listens for itself. */
  do?: Shortcut["do"];
} & (
    | { keys: readonly Exclude<Key, Taken>[]; /** The help says `key.SAY`. */ say: Said<G["key"]> }
    | { keys: readonly Named[]; /** A named key may go without. */ say?: undefined }
  );

/** Who hears a key first: what covers the table, the lesson, a replay, the board, the frame. */
const LAYERS = ["curtain", "lesson", "replay", "board", "shell"] as const;
type Layer = (typeof LAYERS)[number];

interface Listener {
  layer: Layer;
  shortcuts: readonly Shortcut[];
  lines: readonly KeyLine[];
}

const LETTER = /^[A-Z]$/;
/** What types: no shortcut is heard there. */
const TYPING = "input, textarea, select, [contenteditable]";
/** What has its own Enter and Space, and what has its own arrows. */
const PRESSED = "button, a, summary, [role=gridcell], [role=radio]";
const WALKED = "[role=tab], [role=grid], [role=radiogroup], [data-walk]";

/** All keys of the page: one listener on the window, one guard, one list for the help sheet. */
class Keyboard {
  #listeners = $state.raw<Listener[]>([]);
  /** The help sheet is open. */
  help = $state(false);
  /** The last thing used was a key, not a pointer. */
  used = false;

  add(listener: Listener): () => void {
    if (!this.#listeners.length) {
      addEventListener("keydown", this.#pressed);
      addEventListener("pointerdown", this.#pointed);
    }
    this.#listeners = [listener, ...this.#listeners];
    return () => {
      this.#listeners = this.#listeners.filter((one) => one !== listener);
      if (this.#listeners.length) return;
      removeEventListener("keydown", this.#pressed);
      removeEventListener("pointerdown", this.#pointed);
    };
  }

  /** What the help sheet lists of the board. */
  get board(): readonly KeyLine[] {
    const lines = this.#listeners.find((one) => one.lines.length)?.lines ?? [];
    return lines.filter((line) => line.keys.some(heard));
  }
  /** What the help sheet lists of the shell. */
  get shell(): readonly KeyLine[] {
    return Object.entries(SHELL)
      .map(([name, keys]) => ({ keys, text: `shell.key.${name}` }))
      .filter((line) => line.keys.some(heard));
  }

  #pointed = () => (this.used = false);

  #pressed = (e: KeyboardEvent) => {
    this.used = true;
    const key = nameOf(e);
    const at = e.target instanceof Element ? e.target : null;
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || at?.closest(TYPING)) return;
    if (key !== "?" && at?.closest("dialog")) return;
    if (!heard(key)) return;
    const pressed = (key === "Enter" || key === "Space") && at?.closest(PRESSED);
    if (key.startsWith("Arrow") && at?.closest(WALKED)) return;
    for (const layer of LAYERS)
      for (const one of this.#listeners.filter((listener) => listener.layer === layer))
        for (const shortcut of one.shortcuts) {
          if (!shortcut.keys.includes(key) || (e.repeat && !shortcut.repeats)) continue;
          if ((pressed && !shortcut.always) || shortcut.do(key, e) === false) continue;
          e.preventDefault();
          return;
        }
  };
}

export const keyboard = new Keyboard();

function nameOf(e: KeyboardEvent): Key {
  const key = e.key === " " ? "Space" : e.key.length === 1 ? e.key.toUpperCase() : e.key;
  return (e.shiftKey && key.startsWith("Arrow") ? `Shift+${key}` : key) as Key;
}

/** Whether this key is listened to: letters may be switched off (WCAG 2.1.4). */
const heard = (key: string) => prefs.letters || !LETTER.test(key);

/** Listens to keys as long as the component lives. */
export function shortcuts(layer: Layer, list: readonly Shortcut[]) {
  onMount(() => keyboard.add({ layer, shortcuts: list, lines: [] }));
}

/** Listens to some of the shell's own keys. */
export function shellKeys(does: Partial<Record<ShellName, () => unknown>>, always = false) {
  shortcuts(
    "shell",
    Object.entries(does).map(([name, act]) => ({
      keys: SHELL[name as ShellName],
      do: act,
      always,
    })),
  );
}

/** Listens to a board's keys, and lists them in the key help. Not in a picture of a board. */
export function boardKeys<G extends AnyGame>(desk: Desk<G>, list: readonly BoardShortcut<G>[]) {
  if (getContext(BARE) === true) return;
  const lines = list.flatMap((one) =>
    one.say ? [{ keys: one.shown ?? one.keys, text: `${desk.slug}.key.${one.say}` }] : [],
  );
  const heardHere = list.flatMap((one) => (one.do ? [{ ...one, do: one.do }] : []));
  onMount(() => keyboard.add({ layer: "board", shortcuts: heardHere, lines }));
}

/** What is written on a key in the page's language: Entrée, Échap. */
export function keycap(key: string): string {
  const own = `shell.keycap.${key === "Escape" ? "Esc" : key}`;
  return has(own) ? t(own) : key;
}

/** The `aria-keyshortcuts` of a key; nothing where it is not heard. */
export const ariaKey = (key: string) => (key && heard(key) ? key : undefined);
