// The build of the page of a shared link, as a separate document. Runs after the dashboard's build, into the same folder.

import babel from "@rolldown/plugin-babel";
import { lingui } from "@lingui/vite-plugin";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

import { compiledWhole } from "./compiled_whole.mjs";
import { firstScript } from "./first_script.mjs";
import { wordsByPage } from "./words_by_page/plugins.mjs";

export default defineConfig({
  plugins: [
    react({ jsxImportSource: "/src/ui/jsx" }),
    babel({ include: /\/src\/.*\.tsx?$/, plugins: ["@lingui/babel-plugin-lingui-macro"] }),
    firstScript(),
    compiledWhole(["shared"]),
    wordsByPage("shared_page"),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    { ...optimizeLocales.vite({ locales: ["en-US", "de-DE"] }), enforce: "pre" },
  ],
  build: {
    target: "es2023",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    emptyOutDir: false,
    rolldownOptions: { input: "shared.html" },
    manifest: "shared_page.manifest.json",
  },
});
