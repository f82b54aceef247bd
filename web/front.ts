import type { Plugin } from "vite";

/** The server answers every address with the page: its front door names files from the root. */
export function front(): Plugin {
  return {
    name: "filon-front",
    apply: "build",
    transformIndexHtml: { order: "post", handler: (html) => html.replaceAll('="./', '="/') },
  };
}
