import { NAME_LENGTH } from "../wire.gen";
import type { History, Ladder, Profile } from "../wire.gen";
import { api } from "../net/api";
import { prefs } from "../window/prefs.svelte";
import { COLOURS, type Colour } from "../ui/colours";

/** What this device calls itself, for its person's own list: "Firefox, Linux". */
export function deviceName(agent = navigator.userAgent): string {
  const browser = /Edg|OPR|Firefox|Chrome|Safari/.exec(agent)?.[0] ?? "";
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent)?.[0] ?? "";
  const called = { Edg: "Edge", OPR: "Opera" }[browser] ?? browser;
  return [called, system].filter(Boolean).join(", ");
}

/** A link to another device, with what lives in this browser: the fragment reaches no server. */
export function withSelf(link: string): string {
  const self = new URLSearchParams({ name: prefs.name, disc: prefs.disc });
  return `${link}&${self}`;
}

/** What such a link brings; null for any other fragment. */
export function arriving(hash: string): { secret: string; name: string; disc: Colour } | null {
  const [secret = "", ...rest] = hash.replace(/^#/, "").split("&");
  if (!/^[\w-]{16,64}$/.test(secret)) return null;
  const self = new URLSearchParams(rest.join("&"));
  const disc = COLOURS.find((one) => one === self.get("disc")) ?? "rust";
  return { secret, name: (self.get("name") ?? "").slice(0, NAME_LENGTH), disc };
}

/** What the server keeps of the person at this device. */
class Own {
  profile = $state.raw<Profile | null>(null);
  history = $state.raw<History | null>(null);
  ladder = $state.raw<Ladder | null>(null);
  failed = $state(false);

  async load(): Promise<void> {
    try {
      [this.profile, this.history] = await Promise.all([api.profile(), api.history()]);
      if (this.profile.ladder) this.ladder = await api.ladder();
      this.failed = false;
    } catch {
      this.failed = true;
    }
  }
}

export const own = new Own();
