/** The colours of the seats; each has its own emblem, so that colour is never alone. */
export const COLOURS = ["rust", "teal", "pine", "gold", "violet", "slate", "rose"] as const;
export type Colour = (typeof COLOURS)[number];

export const EMBLEM: Record<Colour, string> = {
  rust: "pick",
  teal: "pan",
  pine: "lantern",
  gold: "shoe",
  violet: "star",
  slate: "spade",
  rose: "cactus",
};

/** Whether the emblem is ink (on the gold disc cream would be too pale). */
export const inkOn = (colour: Colour) => colour === "gold";
