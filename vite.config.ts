import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { catalogue } from "./web/catalogue.ts";
import { fonts } from "./web/fonts.ts";
import { front } from "./web/front.ts";
import { packed } from "./web/precompress.ts";
import { pieces } from "./web/pieces.ts";
import { worker } from "./web/service-worker-file.ts";

const source = (name: string) => fileURLToPath(new URL(`./web/src/${name}`, import.meta.url));

// The shell lives in web/, each board beside its rules in src/filon/games/<slug>/web/.
export default defineConfig({
  root: "web",
  // Pieces find each other wherever the page stands; index.html is told by tools/page.py.
  base: "./",
  plugins: [svelte({ configFile: false }), fonts(), catalogue(), worker(), front(), packed()],
  // Boards reach the shell's parts as "$shell" and its plain code as "$kit", wherever they stand.
  resolve: { alias: { $shell: source("shell.ts"), $kit: source("kit.ts") } },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: process.env["FILON_API"] ?? "http://127.0.0.1:8000", ws: true } },
  },
  build: {
    outDir: "../src/filon/server/page",
    emptyOutDir: true,
    target: "es2022",
    // Nothing inlined as data: the page's policy lets it load from its own origin only.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: pieces() } } },
  },
  test: {
    root: ".",
    include: ["web/**/*.test.ts", "src/filon/games/*/web/**/*.test.ts"],
  },
});
