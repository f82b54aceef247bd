import "virtual:fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { loadTexts } from "./lib/i18n.svelte";
import { prefs } from "./lib/prefs.svelte";
import { router } from "./lib/router.svelte";

// A page that outlived its server's update asks for chunks that are gone: fetch the new page, once.
addEventListener("vite:preloadError", () => {
  const last = Number(sessionStorage.getItem("filon.reloaded") ?? 0);
  if (Date.now() - last < 30_000) return;
  sessionStorage.setItem("filon.reloaded", String(Date.now()));
  location.reload();
});

const target = document.getElementById("app");
if (target) {
  router.start();
  // Words first: a page of keys is worse than a page a moment later.
  await loadTexts(prefs.lang).catch(() => undefined);
  mount(App, { target });
}
