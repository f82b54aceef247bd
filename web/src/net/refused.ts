import type { Facts } from "../words/grammar";

/** A refusal from the server: a code, a sentence in the page's language, maybe a clause. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly clause = "",
    readonly facts: Facts = {},
  ) {
    super(message);
  }
}
