// The linter of the pages' scripts; in this folder: npm install && npm run lint
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["nonosat/**/*.js", "tests/**/*.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    rules: {
      "no-unused-vars": ["error", { args: "after-used" }],
      "no-var": "error",
      "prefer-const": "error",
      eqeqeq: "error",
      "max-len": ["error", { code: 160 }],
    },
  },
  { files: ["tests/**/*.js"], languageOptions: { globals: globals.node } },
];
