import { root } from "./base-url";

let asked: Promise<ServiceWorkerRegistration> | undefined;

/** Whether this page may have a worker: not on plain http in a home network. */
export const canWork = () => globalThis.isSecureContext && "serviceWorker" in navigator;

/** The page's worker, registered once. */
export function worker(): Promise<ServiceWorkerRegistration> {
  asked ??= navigator.serviceWorker
    .register(`${root()}sw.js`)
    .then(() => navigator.serviceWorker.ready);
  return asked;
}
