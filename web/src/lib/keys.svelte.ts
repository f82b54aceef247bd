import { has, t } from "./i18n.svelte";

/** One line of the key help: keys pressed together, and the key of the text that says what for. */
export interface KeyLine {
  keys: string[];
  text: string;
}

/** What the shell itself listens to; a game's own are in its web folder, keys.json. */
export const SHELL_KEYS: KeyLine[] = [
  { keys: ["Enter"], text: "throw" },
  { keys: ["Space"], text: "skip" },
  { keys: ["A"], text: "auto" },
  { keys: ["F"], text: "fast" },
  { keys: ["T"], text: "jump" },
  { keys: ["Z"], text: "undo" },
  { keys: ["C"], text: "talk" },
  { keys: ["H"], text: "advice" },
  { keys: ["Tab"], text: "walk" },
  { keys: ["Esc"], text: "close" },
  { keys: ["?"], text: "help" },
];

/** What is written on a key in the page's language: Entrée, Échap. */
export function keycap(key: string): string {
  const own = `shell.keycap.${key}`;
  return has(own) ? t(own) : key;
}

/** The sheet with all keys. */
class KeyHelp {
  open = $state(false);
}

export const keyHelp = new KeyHelp();
