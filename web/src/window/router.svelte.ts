import { addressed, addressOf, alone } from "../net/base-url";
import { opened } from "./history-entries";

/** The places of the page, told by the address. */
export type Place =
  | { name: "shelf" }
  | { name: "table"; id: string }
  | { name: "arrive"; code: string }
  | { name: "replay"; id: string; match: number; review: boolean }
  | { name: "rules"; slug: string; clause: string }
  | { name: "puzzle"; slug: string; number: number }
  | { name: "me" }
  | { name: "parts"; slug: string }
  | { name: "nowhere"; path: string };

/** The place an address names. */
export function placeOf(path: string, hash = ""): Place {
  const [first = "", second = "", third = "", fourth = ""] = path
    .split("/")
    .filter(Boolean)
    .map(decodeURIComponent);
  if (!first) return { name: "shelf" };
  if (first === "t" && second && !third) return { name: "table", id: second };
  if (first === "j" && second && !third) return { name: "arrive", code: second };
  // A game of a table, or one that is brought along; either seen again or understood.
  if (first === "r" && second === "review" && !third)
    return { name: "replay", id: "", match: 0, review: true };
  if (first === "r" && (third ? Number(third) > 0 : !second) && (!fourth || fourth === "review"))
    return { name: "replay", id: second, match: Number(third), review: fourth === "review" };
  if (first === "rules" && second) return { name: "rules", slug: second, clause: hash.slice(1) };
  if (first === "p" && second) return { name: "puzzle", slug: second, number: Number(third) || 1 };
  if (first === "me" && !second) return { name: "me" };
  if (first === "parts") return { name: "parts", slug: second };
  return { name: "nowhere", path };
}

/** A link under the hand, as it can be opened without a server. */
function aim(e: Event) {
  const link = e.target instanceof Element ? e.target.closest("a") : null;
  const told = link?.getAttribute("href");
  if (told?.startsWith("/")) link?.setAttribute("href", addressOf(told));
}

class Router {
  place = $state.raw<Place>({ name: "shelf" });
  hash = $state("");

  start() {
    const read = () => this.#read();
    addEventListener("popstate", () => opened.back() || read());
    addEventListener("hashchange", read);
    addEventListener("click", (e) => this.#follow(e));
    // Without a server a link has to lead to the one file there is: a new tab opens it, too.
    if (alone) for (const kind of ["pointerover", "focusin"]) addEventListener(kind, aim, true);
    read();
  }

  #read() {
    const { path, hash } = addressed();
    this.hash = hash;
    this.place = placeOf(path, hash);
  }

  /** The address says something else of the same place, without another step back. */
  note(hash: string) {
    history.replaceState(null, "", addressOf(addressed().path) + hash);
  }

  /** Goes to an address of the page without loading it anew. */
  go(to: string, { replace = false } = {}) {
    opened.after(() => this.#go(to, replace));
  }

  #go(to: string, replace: boolean) {
    if (opened.leave()) replace = true;
    if (to !== location.pathname + location.search + location.hash) {
      history[replace ? "replaceState" : "pushState"](null, "", addressOf(to));
    }
    const before = this.place;
    this.#read();
    if (before.name !== this.place.name) scrollTo(0, 0);
  }

  // A plain click on a link of our own stays in the page.
  #follow(e: MouseEvent) {
    if (e.defaultPrevented || e.button || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
    const link = e.target instanceof Element ? e.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin)
      return;
    const told = link.getAttribute("href") ?? "";
    if (link.pathname.startsWith("/api/") || told.startsWith("blob:")) return;
    e.preventDefault();
    if (alone) this.go(told.replace(/^#(?=\/)/, ""));
    else this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
