import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

// Layout is prettier's business, types are svelte-check's: rules that need types stay out, for
// they would read the whole page a second time.
export default defineConfig(
  globalIgnores(["**/*.gen.ts", "src/filon/server/page", "build", "dist"]),
  js.configs.recommended,
  ts.configs.recommended,
  ts.configs.stylistic,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // "Do nothing" is a fine thing to hand over.
      "@typescript-eslint/no-empty-function": ["error", { allow: ["arrowFunctions"] }],
      // A row without a state of its own needs no key; what moves or keeps something has one.
      "svelte/require-each-key": "off",
      // Maps and sets are made anew and replaced, never changed while somebody watches them.
      "svelte/prefer-svelte-reactivity": "off",
      // {" · "} keeps a space that Svelte drops at the edge of a block.
      "svelte/no-useless-mustaches": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
);
