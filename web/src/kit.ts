/** The shell's plain TypeScript, for files of a game that unit tests import: no component, no DOM. */
export { Notation, type Parsed } from "./table/notation";
export type { HappeningOf, HooksOf } from "./table/types";
export type { KeysOf } from "./words/text-keys";
