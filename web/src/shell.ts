/** What boards use of the shell: `import { Frame, ActionBar } from "$shell"`. */
export { default as ActionBar } from "./table/ActionBar.svelte";
export { default as Button } from "./ui/Button.svelte";
export { default as Dice } from "./ui/Dice.svelte";
export { default as Die } from "./ui/Die.svelte";
export { default as Disc } from "./ui/Disc.svelte";
export { default as Frame } from "./table/Frame.svelte";
export { default as Gauge } from "./ui/Gauge.svelte";
export { default as Icon } from "./ui/Icon.svelte";
export { default as IdleBar } from "./table/IdleBar.svelte";
export { default as Score } from "./ui/Score.svelte";
export { default as Sheet } from "./ui/Sheet.svelte";
export { default as Token } from "./ui/Token.svelte";

export { ask } from "./ui/dialogs.svelte";
export { Desk, type AnyDesk } from "./table/desk.svelte";
export { LOW, NARROW, TIGHT } from "./window/screen";
export type { LogLine } from "./table/frame";
export { size, written } from "./words/fraction";
export { has, listed, num, percent, t, text } from "./words/i18n.svelte";
export { ARROWS, ariaKey, boardKeys, keyboard, type Key } from "./window/keys.svelte";
export { ownState } from "./table/names";
export { joined } from "./ui/outline";
export { prefs } from "./window/prefs.svelte";
export { EMBLEM, type Colour } from "./ui/colours";
export { play } from "./ui/sound";
export type { Stage } from "./table/stage";
export type { TextKey } from "./words/text-keys";
export type { EventOf, Happening, Sitter } from "./table/types";
