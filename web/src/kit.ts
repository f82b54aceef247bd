/** The shell's plain TypeScript, for files of a game that unit tests import: no component, no DOM. */
export { Notation, type Parsed } from "./lib/notation";
export type { HappeningOf, HooksOf } from "./lib/types";
export type { KeysOf } from "./lib/text-keys";
