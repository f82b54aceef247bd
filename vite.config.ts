import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The shell lives in web/, each board beside its rules in src/filon/games/<slug>/web/.
export default defineConfig({
  root: "web",
  plugins: [svelte()],
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } },
  },
  build: {
    outDir: "../src/filon/server/page",
    emptyOutDir: true,
    target: "es2022",
    // Nothing inlined as data: the page's policy lets it load from its own origin only.
    assetsInlineLimit: 0,
  },
  test: {
    root: ".",
    include: ["web/**/*.test.ts", "src/filon/games/*/web/**/*.test.ts"],
    passWithNoTests: true,
  },
});
