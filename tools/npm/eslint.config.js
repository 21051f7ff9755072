// What is looked at in the page's and the emulator's code: `make lint` runs it from the root.

import js from "@eslint/js";
import globals from "globals";

const OURS = ["tools/**/*.{js,mjs}", "host_tests/**/*.mjs", "host_tests/page/*.js"];
const PAGE = ["tools/virtual_board/page/**", "tools/webassembly/*.js"];
const WORKERS = ["**/*worker.js"];

export default [
  { files: OURS, ...js.configs.recommended },
  {
    files: OURS,
    languageOptions: { globals: globals.nodeBuiltin },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      complexity: ["error", { max: 14, variant: "modified" }],
      eqeqeq: "error",
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
  { files: PAGE, languageOptions: { globals: globals.browser } },
  { files: WORKERS, languageOptions: { globals: globals.worker } },
];
