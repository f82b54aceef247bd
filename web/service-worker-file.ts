import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import type { Plugin } from "vite";

const ENTRY = fileURLToPath(new URL("./src/sw/service-worker.ts", import.meta.url));

/** The page's worker as one file at the front door, `/sw.js`: not every browser lets it import. */
export function worker(): Plugin {
  return {
    name: "filon-worker",
    apply: "build",
    async generateBundle() {
      const whole = await rolldown({ input: ENTRY });
      const { output } = await whole.generate({ format: "iife", minify: true });
      await whole.close();
      this.emitFile({ type: "asset", fileName: "sw.js", source: output[0].code });
    },
  };
}
