import { opened } from "./opened";

/** The places of the page, told by the address. */
export type Place =
  | { name: "shelf" }
  | { name: "table"; id: string }
  | { name: "rules"; slug: string; clause: string }
  | { name: "parts"; slug: string }
  | { name: "nowhere"; path: string };

/** The place an address names. */
export function placeOf(path: string, hash = ""): Place {
  const [first = "", second = "", third = ""] = path
    .split("/")
    .filter(Boolean)
    .map(decodeURIComponent);
  if (!first) return { name: "shelf" };
  if (first === "t" && second && !third) return { name: "table", id: second };
  if (first === "rules" && second) return { name: "rules", slug: second, clause: hash.slice(1) };
  if (first === "parts") return { name: "parts", slug: second };
  return { name: "nowhere", path };
}

class Router {
  place = $state.raw<Place>({ name: "shelf" });
  hash = $state("");

  start() {
    const read = () => {
      this.hash = location.hash;
      this.place = placeOf(location.pathname, location.hash);
    };
    addEventListener("popstate", () => opened.back() || read());
    addEventListener("hashchange", read);
    addEventListener("click", (e) => this.#follow(e));
    read();
  }

  /** Goes to an address of the page without loading it anew. */
  go(to: string, { replace = false } = {}) {
    opened.after(() => this.#go(to, replace));
  }

  #go(to: string, replace: boolean) {
    if (opened.leave()) replace = true;
    if (to !== location.pathname + location.search + location.hash) {
      history[replace ? "replaceState" : "pushState"](null, "", to);
    }
    const before = this.place;
    this.hash = location.hash;
    this.place = placeOf(location.pathname, location.hash);
    if (before.name !== this.place.name) scrollTo(0, 0);
  }

  // A plain click on a link of our own stays in the page.
  #follow(e: MouseEvent) {
    if (e.defaultPrevented || e.button || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
    const link = e.target instanceof Element ? e.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin)
      return;
    if (link.pathname.startsWith("/api/")) return;
    e.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
