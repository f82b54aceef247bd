import { TURN, WORDS } from "../sw/push-message";
import { api } from "./api";
import { t } from "../words/i18n.svelte";
import { canWork, worker } from "./registration";

const KEPT = "filon.pushed"; // when this browser last told the server where it is reached
const DAY = 24 * 3600 * 1000;

const canPush = () => canWork() && "PushManager" in globalThis;

/** Letters for addresses as bytes. */
export function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

function same(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const had = new Uint8Array(one ?? new ArrayBuffer(0));
  return had.length === other.length && had.every((byte, i) => byte === other[i]);
}

/** The worker cannot read this page's words: they are left where it finds them. */
export async function leaveWords(): Promise<void> {
  if (!canPush()) return;
  await (await caches.open(WORDS)).put(TURN, new Response(t("shell.yourTurn")));
}

/** Notices also while no page is open, where browser and server can; whether that is so now. */
export async function startPush(): Promise<boolean> {
  if (!canPush()) return false;
  const { key } = await api.push();
  if (!key) return false;
  const { pushManager } = await worker();
  await leaveWords();
  const ours = bytes(key);
  let had = await pushManager.getSubscription();
  if (had && !same(had.options.applicationServerKey, ours)) {
    await had.unsubscribe(); // of a server that has another key since
    had = null;
  }
  had ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: ours });
  const { endpoint, keys } = had.toJSON();
  await api.startPush(endpoint ?? "", keys?.["p256dh"] ?? "", keys?.["auth"] ?? "");
  localStorage.setItem(KEPT, String(Date.now()));
  return true;
}

/** None any more. */
export async function stopPush(): Promise<void> {
  localStorage.removeItem(KEPT);
  if (!canPush()) return;
  const had = await (
    await navigator.serviceWorker.getRegistration()
  )?.pushManager.getSubscription();
  await Promise.allSettled([had?.unsubscribe(), api.stopPush()]);
}

/** Push services change their addresses now and then: once a day the server is told again. */
export async function keepPush(): Promise<void> {
  const last = Number(localStorage.getItem(KEPT) ?? 0);
  await leaveWords();
  if (Date.now() - last > DAY) await startPush();
}
