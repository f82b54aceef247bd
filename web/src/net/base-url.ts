// Where this page stands: behind a server, or as files on any static host.

const mark = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="filon-line"]');

/** No server answers behind this page: everything is played on the device. */
export const alone = mark?.content === "device";

/** The folder the page was loaded from, with a slash at its end. */
export const root = (): string =>
  alone ? new URL(".", location.href).href : new URL("/", location.href).href;

const MARK = "here";
const LENGTH = 14;

/** A table of this device: no server gives a name of this length. */
export const isHere = (id: string) => id.length === LENGTH && id.startsWith(MARK);

/** A place of the page as its address: behind the `#` where nobody rewrites paths. */
export const addressOf = (to: string) => (alone ? `#${to}` : to);

/** The place the address names: path, and what stands behind it. */
export function addressed(): { path: string; hash: string } {
  if (!alone) return { path: location.pathname, hash: location.hash };
  const told = location.hash.slice(1);
  if (!told.startsWith("/")) return { path: "/", hash: told ? `#${told}` : "" };
  const at = told.indexOf("#");
  return at < 0 ? { path: told, hash: "" } : { path: told.slice(0, at), hash: told.slice(at) };
}

/** A place of the page as others can open it. */
export const linkTo = (to: string) =>
  alone ? `${location.href.split("#")[0]}#${to}` : `${location.origin}${to}`;
