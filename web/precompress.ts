import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = /\.(?:css|html|js|json|svg|txt|webmanifest)$/;
/** Smaller files fit into one packet as they are. */
const LEAST = 1024;

/** Beside every text of the built page the same packed (.br, .gz): the server only picks one. */
export function packed(): Plugin {
  let folder = "";
  return {
    name: "filon-packed",
    apply: "build",
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
      if (config.build.outDir.startsWith("/")) folder = config.build.outDir;
    },
    closeBundle: () => {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        const path = join(folder, name);
        if (!TEXTS.test(name) || !statSync(path).isFile()) continue;
        const text = readFileSync(path);
        if (text.length < LEAST) continue;
        const size = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params: size }));
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}
