// Lints of the widget.

import tseslint from "typescript-eslint";

// Markup is created node by node: pages with Trusted Types refuse markup from text, and text can contain scripts.
const MARKUP_FROM_TEXT = ["innerHTML", "outerHTML", "insertAdjacentHTML"];

export default tseslint.config(
  { ignores: ["dist/", "lib/", "node_modules/"] },
  {
    files: ["src/**/*.ts", "tests/**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // Each `??` costs about twenty bytes in the target's version of the language. `||` does the same if the value can
      // only be missing or empty.
      "@typescript-eslint/prefer-nullish-coalescing": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    files: ["src/**/*.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        ...MARKUP_FROM_TEXT.map((property) => ({ property, message: "Build nodes instead." })),
      ],
    },
  },
);
