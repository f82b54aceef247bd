/** The key of a context in which a frame is its board alone: a picture of a moment. */
export const BARE = Symbol("bare");
/** The screens that have a strip of seats and a drawer instead of columns. */
export const NARROW = "(max-width: 1099px), (max-height: 599px)";
/** A low laptop, and everything lower. */
export const LOW = "(max-height: 799px)";
/** The narrowest action bars; styles ask for `[data-tight]`, which the Frame wears then. */
export const TIGHT = "(max-width: 340px), (max-width: 800px) and (max-height: 599px)";
