import { prefs } from "./prefs.svelte";

/** Whether this browser can show notices at all: not on plain http in a home network. */
export const canNotify = () => typeof Notification !== "undefined" && globalThis.isSecureContext;

/** Asks the browser for leave to show notices; whether it was given. */
export async function allowNotices(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Tells a person whose page is not in front; where that cannot be, tab title and sound do it. */
export function notify(text: string, tag: string) {
  if (!prefs.notices || !document.hidden || !canNotify()) return;
  if (Notification.permission !== "granted") return;
  const told = new Notification("Filon", { body: text, tag });
  told.onclick = () => {
    window.focus();
    told.close();
  };
}
