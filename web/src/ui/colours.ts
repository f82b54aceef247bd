/** The colours of the seats; each has its own emblem, so that colour is never alone. */
export const COLOURS = ["rust", "teal", "pine", "gold", "violet", "slate", "rose"] as const;
export type Colour = (typeof COLOURS)[number];

export const EMBLEM = {
  rust: "pick",
  teal: "pan",
  pine: "lantern",
  gold: "shoe",
  violet: "star",
  slate: "spade",
  rose: "cactus",
} as const satisfies Record<Colour, string>;
