import "virtual:fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { loadTexts } from "./words/i18n.svelte";
import { alone } from "./net/base-url";
import { takenAlong } from "./net/transport";
import { prefs } from "./window/prefs.svelte";
import { room } from "./net/lan-access.svelte";
import { router } from "./window/router.svelte";

// A page that outlived its server's update asks for chunks that are gone: fetch the new page, once.
addEventListener("vite:preloadError", () => {
  const last = Number(sessionStorage.getItem("filon.reloaded") ?? 0);
  if (Date.now() - last < 30_000) return;
  sessionStorage.setItem("filon.reloaded", String(Date.now()));
  location.reload();
});

/** What most people open: fetched while the words are. */
const AHEAD: Partial<Record<typeof router.place.name, () => Promise<unknown>>> = {
  shelf: () => import("./shelf/Shelf.svelte"),
  table: () => import("./table/Table.svelte"),
};

const target = document.getElementById("app");
if (target) {
  const here = room.arrive();
  router.start();
  AHEAD[router.place.name]?.().catch(() => undefined);
  // Words first: a page of keys is worse than a page a moment later.
  await loadTexts(prefs.lang).catch(() => undefined);
  await here;
  mount(App, { target });
  // Where there is no server, or the page was taken along, it looks after itself.
  if (alone || takenAlong())
    void import("./net/offline-install.svelte").then(({ along }) => along.start());
}
