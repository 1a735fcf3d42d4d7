// The build of the dashboard, its development server, and its tests.

import babel from "@rolldown/plugin-babel";
import { lingui } from "@lingui/vite-plugin";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

import { changelog } from "./changelog.mjs";
import { compiledWhole } from "./compiled_whole.mjs";
import { firstScript } from "./first_script.mjs";
import { lazyIntl } from "./lazy_intl.mjs";
import { engineMarks } from "./engine_marks.mjs";
import { wordsByPage } from "./words_by_page/plugins.mjs";
import { addressOf } from "./src/sign_in/addresses.ts";

/** The address of `askline demo` or `make dev` while `npm run dev` serves the sources. */
const INSTANCE = process.env.ASKLINE_INSTANCE ?? "http://127.0.0.1:8080";

/** A module that at least this many pages and lazy parts import is loaded with the frame. */
const MIN_IMPORTERS = 4;

/** Serves the documents of the sign-in pages and of shared links at their addresses, as the binary does. */
const otherDocuments: Plugin = {
  name: "other-documents",
  apply: "serve",
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      if (request.url !== undefined && addressOf(request.url.replace(/[?#].*/, "")) !== undefined)
        request.url = "/sign_in.html";
      else if (/^\/(shared|embed\/[^/?]+)(\?|$)/.test(request.url ?? "")) request.url = "/shared.html";
      next();
    });
  },
};

export default defineConfig({
  plugins: [
    // Makes elements safe for a browser's translation (src/ui/jsx/translation.ts).
    react({ jsxImportSource: "/src/ui/jsx" }),
    // Turns <Trans>, t and plural into calls with short ids.
    babel({ include: /\/(src|tests)\/.*\.tsx?$/, plugins: ["@lingui/babel-plugin-lingui-macro"] }),
    firstScript("/src/early.ts"),
    otherDocuments,
    lazyIntl(),
    compiledWhole(["index", "frame", "overview"]),
    changelog(new URL("../CHANGELOG.md", import.meta.url)),
    engineMarks(new URL("../crates/domain/data/marks.json", import.meta.url)),
    wordsByPage("frame"),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    { ...optimizeLocales.vite({ locales: ["en-US", "de-DE"] }), enforce: "pre" },
  ],
  build: {
    target: "es2023",
    // The content security policy allows no inline script, and no image is needed before its style.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Each file costs a request and its headers, so code that many pages share is in a few files: the first requests;
    // the frame of every page; the overview, where people arrive; and what other pages share beyond that.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "early",
              test: /(virtual:texts|words_by_page\/list\.mjs|\/src\/(early|api\/prefetched|words\/catalogs|features\/shared\/(period\/period|analytics\/search))\.ts|preload-helper\.js)$/,
              priority: 5,
            },
            {
              name: "frame",
              test: /\/src\/(api\/all_pages\.ts|shell\/frame\/(Shell|SiteGate)\.tsx|features\/(\w+\/search|shared\/(analytics\/(names|queries|search)|platforms\/platforms|install\/first_event))\.ts|features\/shared\/platforms\/MarkPath\.tsx|ui\/tables\/FilterChip\.tsx|features\/shared\/period\/RangeButton\.tsx|(styles\/\w+|ui\/tables\/table\.module)\.css)$|react-router\/dist\/esm\/useSearch\.js$/,
              priority: 4,
            },
            {
              name: "files",
              test: /\/src\/features\/shared\/files\/(TableDownload\.tsx|saved_file\.ts)$/,
              priority: 3,
            },
            { name: "rules", test: /\/src\/features\/rules\/(words|queries|order)\.ts$/, priority: 3 },
            { name: "marks", test: /\/src\/features\/shared\/platforms\/Mark\.tsx$/, priority: 3 },
            {
              name: "notes",
              test: /\/src\/features\/shared\/(notes\/(chart_notes\.tsx|(slots|queries|words)\.ts)|files\/chart_file\.ts)$/,
              priority: 3,
            },
            {
              name: "figures",
              test: /\/src\/((ui\/charts\/(BarList|SeriesChart|Sparkline)|features\/shared\/(analytics\/(Change|ComparedRows|RowChange|TableFiles|NoFigures)|citations\/(RateChange|PreviousRate)|period\/PeriodBar))\.tsx|ui\/fields\/segment_link\.ts|features\/shared\/(analytics\/(series|slots|device_rows|relative_change)|loop\/not_filtered|period\/applied|citations\/(days_in_words|engines|samples|weeks_query))\.ts)$/,
              priority: 2,
            },
            { name: "overview", test: /\/src\/features\/overview\/OverviewPage\.tsx$/, priority: 1 },
            // Leaves out modules that the largest page, the widget page, does not need, and what the report needs alone.
            {
              name: "shared",
              test: (id) =>
                !/\/(StaleChoice\.tsx|shared\/(prompts\/queries|install\/snippets|brand\/brand)\.ts)$/.test(id),
              minShareCount: MIN_IMPORTERS,
            },
          ],
        },
      },
    },
    // For compress.mjs, which removes it again.
    manifest: "manifest.json",
  },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/docs", "/widget.js", "/demo", "/style.css"].map((path) => [
        path,
        { target: INSTANCE, changeOrigin: false },
      ]),
    ),
  },
  test: {
    environment: "jsdom",
    include: ["tests/**/*.test.{ts,tsx}"],
    setupFiles: "tests/match_media.ts",
    // Test files share a worker, which loads jsdom and the sources once: this takes a fifth of the processor time.
    isolate: false,
    unstubEnvs: true,
    // Long enough for a busy machine: a test that takes longer waits for something that never happens.
    testTimeout: 60_000,
  },
});
