/** What boards use of the shell: `import { Frame, ActionBar } from "$shell"`. */
export { default as ActionBar } from "./parts/ActionBar.svelte";
export { default as Button } from "./parts/Button.svelte";
export { default as Dice } from "./parts/Dice.svelte";
export { default as Die } from "./parts/Die.svelte";
export { default as Disc } from "./parts/Disc.svelte";
export { default as Frame } from "./parts/Frame.svelte";
export { default as Gauge } from "./parts/Gauge.svelte";
export { default as Icon } from "./parts/Icon.svelte";
export { default as IdleBar } from "./parts/IdleBar.svelte";
export { default as Score } from "./parts/Score.svelte";
export { default as Sheet } from "./parts/Sheet.svelte";
export { default as Token } from "./parts/Token.svelte";

export { ask } from "./lib/ask.svelte";
export { Desk, type AnyDesk } from "./lib/desk.svelte";
export { LOW, NARROW, TIGHT, type LogLine } from "./lib/frame";
export { size, written } from "./lib/fraction";
export { has, listed, num, percent, t, text } from "./lib/i18n.svelte";
export { ARROWS, ariaKey, boardKeys, keyboard, type Key } from "./lib/keys.svelte";
export { ownState } from "./lib/names";
export { joined } from "./lib/outline";
export { prefs } from "./lib/prefs.svelte";
export { EMBLEM, type Colour } from "./lib/seats";
export { play } from "./lib/sound";
export type { Stage } from "./lib/stage";
export type { TextKey } from "./lib/text-keys";
export type { EventOf, Happening, Sitter } from "./lib/types";
