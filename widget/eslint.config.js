import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "node_modules/"] },
  {
    files: ["src/**/*.ts", "tests/**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/no-non-null-assertion": "error",
      // `??` costs some twenty bytes each in the language of the target; where nothing but null and "" is at hand,
      // `||` says the same.
      "@typescript-eslint/prefer-nullish-coalescing": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // Markup is built node by node: a page under Trusted Types refuses strings, and strings can carry scripts.
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "Build nodes instead." },
        { property: "outerHTML", message: "Build nodes instead." },
        { property: "insertAdjacentHTML", message: "Build nodes instead." },
      ],
      "no-restricted-globals": ["error", "eval"],
    },
  },
);
