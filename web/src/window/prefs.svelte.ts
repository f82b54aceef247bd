import { NAME_LENGTH } from "../wire.gen";
import { COLOURS, type Colour } from "../ui/colours";
import type { Lang } from "../words/grammar";

type Theme = "day" | "lantern";
interface Kept {
  lang?: Lang;
  theme?: Theme;
  still?: boolean;
  sound?: boolean;
  name?: string;
  disc?: string;
  folded?: boolean;
  auto?: boolean;
  fast?: boolean;
  notices?: boolean;
  odds?: boolean;
  letters?: boolean;
}

const KEY = "filon.prefs";

function kept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

const asks = (query: string) => typeof matchMedia === "function" && matchMedia(query).matches;

/** What this person likes: language, theme, motion, sound, name, time. Kept in this browser only. */
class Prefs {
  #kept = $state<Kept>(kept());
  #dark = $state(asks("(prefers-color-scheme: dark)"));
  #still = $state(asks("(prefers-reduced-motion: reduce)"));

  constructor() {
    if (typeof matchMedia !== "function") return;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (e) => {
      this.#dark = e.matches;
    });
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", (e) => {
      this.#still = e.matches;
    });
  }

  #keep(change: Kept) {
    Object.assign(this.#kept, change);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }

  get lang(): Lang {
    const system = typeof navigator === "undefined" ? "en" : (navigator.language ?? "en");
    return this.#kept.lang ?? (system.toLowerCase().startsWith("fr") ? "fr" : "en");
  }
  set lang(lang: Lang) {
    this.#keep({ lang });
  }

  /** The browser may say that it is this person's turn. */
  get notices(): boolean {
    return this.#kept.notices ?? false;
  }
  set notices(notices: boolean) {
    this.#keep({ notices });
  }

  get theme(): Theme {
    return this.#kept.theme ?? (this.#dark ? "lantern" : "day");
  }
  set theme(theme: Theme) {
    this.#keep({ theme });
  }

  /** True when nothing may travel: asked for here or by the system. */
  get still(): boolean {
    return this.#kept.still ?? this.#still;
  }
  set still(still: boolean) {
    this.#keep({ still });
  }

  get sound(): boolean {
    return this.#kept.sound ?? false;
  }
  set sound(sound: boolean) {
    this.#keep({ sound });
  }

  /** The log beside the board is a rail; undefined where nobody chose. */
  get folded(): boolean | undefined {
    return this.#kept.folded;
  }
  set folded(folded: boolean) {
    this.#keep({ folded });
  }

  /** The page throws for this person, once it has shown what came before. */
  get auto(): boolean {
    return this.#kept.auto ?? false;
  }
  set auto(auto: boolean) {
    this.#keep({ auto });
  }

  /** What the others do is shown fast, and bots are not waited for. */
  get fast(): boolean {
    return this.#kept.fast ?? false;
  }
  set fast(fast: boolean) {
    this.#keep({ fast });
  }

  /** Chances are told in figures beside a choice; boards mark them with `data-odds`. */
  get odds(): boolean {
    return this.#kept.odds ?? true;
  }
  set odds(odds: boolean) {
    this.#keep({ odds });
  }
  /** Letters are shortcuts: whoever dictates or types by accident may switch them off. */
  get letters(): boolean {
    return this.#kept.letters ?? true;
  }
  set letters(value: boolean) {
    this.#keep({ letters: value });
  }

  /** The token this person goes by: a colour and its emblem. */
  get disc(): Colour {
    return COLOURS.find((one) => one === this.#kept.disc) ?? "rust";
  }
  set disc(disc: Colour) {
    this.#keep({ disc });
  }

  get name(): string {
    return (this.#kept.name ?? "").slice(0, NAME_LENGTH);
  }
  set name(name: string) {
    this.#keep({ name: name.trim().slice(0, NAME_LENGTH) });
  }
}

export const prefs = new Prefs();
