// The build of the pages before sign-in, as a separate document. Runs after the dashboard's build, into the same
// folder.

import babel from "@rolldown/plugin-babel";
import { lingui } from "@lingui/vite-plugin";
import { defineConfig } from "vite";

import { compiledWhole } from "./compiled_whole.mjs";
import { firstScript } from "./first_script.mjs";
import { wordsByPage } from "./words_by_page/plugins.mjs";

export default defineConfig({
  plugins: [
    babel({ include: /\/src\/.*\.tsx?$/, plugins: ["@lingui/babel-plugin-lingui-macro"] }),
    firstScript(),
    compiledWhole(["sign_in"]),
    wordsByPage("sign_in"),
    lingui({ failOnMissing: true, failOnCompileError: true }),
  ],
  build: {
    target: "es2023",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    emptyOutDir: false,
    rolldownOptions: { input: "sign_in.html" },
    manifest: "sign_in.manifest.json",
  },
});
