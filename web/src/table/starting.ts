/**
 * Tables that begin as soon as their page follows them: a device that is not there yet when the
 * match begins could not promise its number for the dice.
 */
export const starting = new Set<string>();

/** Tables for whoever comes: they begin when the last seat is taken. */
export const pairing = new Set<string>();
