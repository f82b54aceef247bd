import { alone } from "./base-url";
import { ALONG, takenAlong } from "./transport";
import { canWork, worker } from "./registration";

/** What Chromium hands out where a page can be installed. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** Filon taken along: kept in this browser for days without network, and renewed when told to. */
class Along {
  /** All of it is in this browser. */
  taken = $state(takenAlong());
  /** How much has come while it is being taken; null when it is not. */
  share = $state<number | null>(null);
  failed = $state(false);
  /** A newer version waits until its person has a moment. */
  fresh = $state.raw<ServiceWorker | null>(null);
  /** The browser offers to install the page. */
  prompt = $state.raw<InstallPrompt | null>(null);
  #begun = false;

  /** Looks after what is kept; nothing is fetched that was not wanted. */
  start() {
    if (this.#begun) return;
    this.#begun = true;
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.prompt = event as InstallPrompt;
    });
    addEventListener("appinstalled", () => {
      this.prompt = null;
      if (!this.taken) void this.take();
    });
    if (alone) void this.#withPython();
    else if (this.taken) void this.#watch();
  }

  // Python first: what it has fetched need not come a second time.
  async #withPython() {
    const { device } = await import("../device/device.svelte");
    await device.whenReady();
    if (!canWork()) return;
    const registration = await this.#watch();
    const first = registration?.installing ?? registration?.active;
    const kept = () => {
      if (registration?.active) this.taken = true;
    };
    first?.addEventListener("statechange", kept);
    kept();
  }

  async #watch(): Promise<ServiceWorkerRegistration | null> {
    if (!canWork()) return null;
    const registration = await worker().catch(() => null);
    if (!registration) return null;
    const look = () => {
      if (registration.waiting && navigator.serviceWorker.controller)
        this.fresh = registration.waiting;
    };
    const found = () => {
      const next = registration.installing;
      next?.addEventListener("statechange", look);
    };
    registration.addEventListener("updatefound", found);
    found();
    look();
    // Taken in one tab is taken in all: an old page beside new files would miss its pieces. Games are
    // kept step by step, so every tab comes back where it was; the first worker of all changes nothing.
    let held = navigator.serviceWorker.controller;
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (held) location.reload();
      held = navigator.serviceWorker.controller;
    });
    // A page that stays open for days asks now and then.
    const ask = () => void registration.update().catch(() => undefined);
    setInterval(ask, 3_600_000);
    document.addEventListener("visibilitychange", () => !document.hidden && ask());
    return registration;
  }

  /** Fetches everything that is needed to play without network. */
  async take(): Promise<void> {
    if (!canWork() || this.share !== null) return;
    this.share = 0;
    this.failed = false;
    const heard = (event: MessageEvent<{ kind: string; share?: number }>) => {
      if (event.data.kind === "taking") this.share = event.data.share ?? 0;
      if (event.data.kind === "taken") this.#took(true);
      if (event.data.kind === "not taken") this.#took(false);
    };
    navigator.serviceWorker.addEventListener("message", heard);
    const registration = await this.#watch();
    registration?.active?.postMessage("take");
    if (!registration) this.#took(false);
    void navigator.storage?.persist?.().catch(() => undefined);
  }

  #took(done: boolean) {
    this.share = null;
    this.failed = !done;
    this.taken = done;
    if (done) localStorage.setItem(ALONG, "yes");
  }

  /** Lets go of it; games stay. */
  async drop(): Promise<void> {
    localStorage.removeItem(ALONG);
    this.taken = false;
    const registration = await worker().catch(() => null);
    registration?.active?.postMessage("drop");
  }

  /** Takes the newer version now: games are kept, the page comes back where it was. */
  renew() {
    this.fresh?.postMessage("now");
  }

  async install(): Promise<void> {
    await this.prompt?.prompt();
    this.prompt = null;
  }
}

export const along = new Along();
