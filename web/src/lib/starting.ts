/**
 * Tables that begin as soon as their page follows them: a device that is not there yet when the
 * match begins could not promise its number for the dice.
 */
export const starting = new Set<string>();
