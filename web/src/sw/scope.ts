// What the worker uses of its surroundings: the browser's own types for workers and for pages
// cannot stand in one project.

/** Something the worker is woken for; it is kept awake until the promise is settled. */
export interface Woken extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** A click on a notice. */
export interface Clicked extends Woken {
  readonly notification: Notification;
}

/** A page of this server that is open in the browser. */
export interface OpenPage {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

/** The worker's own world. */
export interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(asked: { type: "window"; includeUncontrolled: boolean }): Promise<OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(kind: "push", listener: (event: Woken) => void): void;
  addEventListener(kind: "notificationclick", listener: (event: Clicked) => void): void;
}
