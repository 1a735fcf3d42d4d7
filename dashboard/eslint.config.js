// Lints of the dashboard: strict types, rules of hooks, and no markup from text.

import hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

// Markup is created by components: the content security policy refuses markup from text, and text can contain scripts.
const MARKUP_FROM_TEXT = ["innerHTML", "outerHTML", "insertAdjacentHTML", "dangerouslySetInnerHTML"];

// These read tags and escapes in the values of a sentence, which people wrote.
const VALUES_ARE_READ = [
  { name: "@lingui/core", importNames: ["i18n", "setupI18n"], message: "Use src/words/i18n." },
  { name: "@lingui/react", importNames: ["Trans"], message: "Use the macro, which uses src/words/Trans." },
];

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
            ...VALUES_ARE_READ,
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
    files: ["src/words/Trans.tsx", "tests/**"],
    rules: { "no-restricted-imports": "off" },
  },
  {
    // These pages are much smaller than the application, which loads only after sign-in.
    files: ["src/sign_in/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: VALUES_ARE_READ,
          patterns: [
            {
              regex: "^(react|@tanstack/|@lingui/react|\\.\\./(features|shell)/)",
              message: "The pages before sign-in do without the application.",
            },
          ],
        },
      ],
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "CallExpression[callee.name=/^(aside|fill)$/][arguments.length>1] TaggedTemplateExpression > TemplateLiteral[expressions.length>0]",
          message: "Tags are read in this sentence. Write the value in a sentence without makers.",
        },
      ],
    },
  },
);
