// Lints of the dashboard: strict types, rules of hooks, and no markup from text.

import hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

// Markup is created by components: the content security policy refuses markup from text, and text can contain scripts.
const MARKUP_FROM_TEXT = ["innerHTML", "outerHTML", "insertAdjacentHTML", "dangerouslySetInnerHTML"];

export default tseslint.config(
  { ignores: ["dist/", "node_modules/", "src/generated/"] },
  {
    files: ["src/**/*.{ts,tsx}", "tests/**/*.{ts,tsx}"],
    extends: [
      tseslint.configs.strictTypeChecked,
      tseslint.configs.stylisticTypeChecked,
      hooks.configs.flat.recommended,
    ],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "no-restricted-properties": [
        "error",
        ...MARKUP_FROM_TEXT.map((property) => ({ property, message: "Make components instead." })),
      ],
      "no-restricted-imports": [
        "error",
        {
          paths: [
            {
              name: "react-aria-components",
              importNames: ["FieldError"],
              message: "Use FieldMessage, whose room stays during a click.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["src/ui/fields/FieldMessage.tsx"],
    rules: { "no-restricted-imports": "off" },
  },
  {
    // These pages are much smaller than the application, which loads only after sign-in.
    files: ["src/sign_in/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "^(react|@tanstack/|@lingui/react|\\.\\./(features|shell)/)",
              message: "The pages before sign-in do without the application.",
            },
          ],
        },
      ],
    },
  },
);
