import { api, type GameInfo, type Level, type Shelf } from "./api";
import { prefs } from "../window/prefs.svelte";
import type { Lang } from "../words/grammar";

/** The games on the shelf in the page's language, fetched once per language. */
class Games {
  #by = $state.raw<Partial<Record<Lang, Shelf>>>({});
  #asked = new Map<Lang, Promise<void>>();
  failed = $state(false);

  /** Fetches the shelf in the page's language, if it is not there yet. */
  load(lang: Lang = prefs.lang): Promise<void> {
    const there = this.#asked.get(lang);
    if (there) return there;
    const asked = api.shelf().then(
      (shelf) => {
        this.#by = { ...this.#by, [lang]: shelf };
        this.failed = false;
      },
      () => {
        this.#asked.delete(lang);
        this.failed = true;
      },
    );
    this.#asked.set(lang, asked);
    return asked;
  }

  get #now(): Shelf | undefined {
    return this.#by[prefs.lang] ?? this.#by.fr ?? this.#by.en;
  }

  get all(): GameInfo[] {
    return this.#now?.games ?? [];
  }

  get levels(): Level[] {
    return this.#now?.levels ?? [];
  }

  /** Who may play for the computer in this game, from friendly to the best. */
  levelsOf(slug: string): Level[] {
    return this.get(slug)?.levels ?? [];
  }

  get paces(): string[] {
    return this.#now?.paces ?? [];
  }

  /** Rules that are not compiled: the levels think less here. */
  get slower(): boolean {
    return this.#now?.slower ?? false;
  }

  get(slug: string): GameInfo | undefined {
    return this.all.find((game) => game.slug === slug);
  }

  title(slug: string): string {
    return this.get(slug)?.title ?? slug;
  }
}

export const games = new Games();
