// Lints of the widget.

import tseslint from "typescript-eslint";

// Markup is built node by node: a page under Trusted Types refuses strings, and strings can carry scripts.
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
      // `??` costs some twenty bytes each in the language of the target; where nothing but null and "" is at hand,
      // `||` says the same.
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
