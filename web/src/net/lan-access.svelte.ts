import type { RoomInfo } from "../wire.gen";
import { api } from "./api";

const LAUNCH = "#launch-";

/** Whether others can reach this server, and opening it to the room. */
class Room {
  info = $state.raw<RoomInfo | null>(null);
  #asked: Promise<void> | null = null;
  #changes = 0; // an answer that was asked for before a change is old, however late it comes

  /** The address that the start opened carries a key: it becomes a cookie and leaves the address. */
  async arrive(): Promise<void> {
    if (!location.hash.startsWith(LAUNCH)) return;
    const key = location.hash.slice(LAUNCH.length);
    history.replaceState(null, "", location.pathname + location.search);
    this.info = await api.roomKey(key).catch(() => null);
  }

  /** Asks the server, and again each time: a cable may have been pulled meanwhile. */
  load(): Promise<void> {
    const changes = this.#changes;
    this.#asked ??= api
      .room()
      .then(
        (found) => {
          if (changes === this.#changes) this.info = found;
        },
        () => undefined,
      )
      .finally(() => (this.#asked = null));
    return this.#asked;
  }

  async set(open: boolean): Promise<void> {
    this.#changes += 1;
    try {
      this.info = await api.setRoom(open);
    } finally {
      this.#changes += 1;
    }
  }

  /** A link made here would lead nowhere. */
  get dead(): boolean {
    return this.info?.state === "closed" || this.info?.state === "alone";
  }
}

export const room = new Room();
