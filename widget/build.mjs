// Builds what sites load, and what the npm package contains.
//
// dist/widget.js          the file that a tag loads; the binary embeds this folder
// dist/widget/…           the files that it loads. Their names contain a digest of all of them, so they may be cached
// forever:
//                         rest-….js when the page is idle, place-….js with the payload, extras-….js for features that most sites do not use,
//                         menu-….js for own items of the site, touch-….js at the first touch, page_copy-….js when a reader copies the page.
//                         The service sends afresh.js instead of a file of an earlier release
// dist/widget/element.js  defines <askline-widget>; loads dist/widget.js
// lib/                    modules for pages that scripts build, and their types
//
// esbuild bundles the code and lowers it to ES2021, which every browser with `replaceChildren` supports; terser
// minifies it further, which saves another twentieth.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { minify } from "terser";
import { isBuilt, rememberBuilt } from "./built.mjs";
import { mangledNames } from "./mangled_names.mjs";

if (isBuilt()) process.exit(0);

const root = fileURLToPath(new URL(".", import.meta.url));
const dist = new URL("dist/", import.meta.url);
const lib = new URL("lib/", import.meta.url);
const { version } = JSON.parse(await readFile(new URL("package.json", import.meta.url), "utf8"));
/**
 * Chromium compiles the functions of a file that begins with this comment while it loads the file, and not one by one
 * on the main thread when the payload has arrived (https://v8.dev/blog/explicit-compile-hints). For other browsers it
 * is only a comment.
 */
const COMPILED_AT_ONCE = "//# allFunctionsCalledOnLoad\n";
/** Leaves out "use strict" in the files of dist/, which do not need it. The modules of lib/ are strict anyway. */
const NO_DIRECTIVE = { compilerOptions: { alwaysStrict: false, strict: false } };
/** Modules that are in other files of the package, or that the page provides. */
const ELSEWHERE = [
  "react",
  "./index.js",
  "./rest.js",
  "./extras.js",
  "./menu.js",
  "./page_copy.js",
  "./place.js",
  "./touch.js",
];
/** Marks React components that need a page; without it they cannot be used from a server component. */
const NEEDS_A_PAGE = '"use client";\n';
/** The type declarations that the package publishes; internal ones are not published. */
const TYPES = ["index.d.ts", "init_options.d.ts", "react.d.ts", "web_component.d.ts"];

const DEFINED = { ASKLINE_VERSION: JSON.stringify(version) };

/** Removes the line breaks of the style sheet, which only people need. */
const oneLineSheet = {
  name: "one-line-sheet",
  setup: (/** @type {import("esbuild").PluginBuild} */ { onLoad }) =>
    onLoad({ filter: /styles\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      return {
        loader: "ts",
        contents: text.replace(/(?<=const SHEET = `)[^`]+/, (sheet) => sheet.replaceAll("\n", "")),
      };
    }),
};

/**
 * When Turndown loads, it tries a parser, which a Trusted Types policy reports. Here it gets nodes and needs no parser.
 */
const withoutParser = {
  name: "without-parser",
  setup: (/** @type {import("esbuild").PluginBuild} */ { onLoad }) =>
    onLoad({ filter: /[\\/]turndown[\\/]lib[\\/].*\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const parser = "canParseHTMLNatively() ? root.DOMParser : createHTMLParser()";
      if (!text.includes(parser)) throw new Error(`${path} no longer contains the parser that is removed.`);
      return { loader: "js", contents: text.replace(parser, "null") };
    }),
};

const bundle = async (/** @type {string} */ entry, /** @type {import("esbuild").BuildOptions} */ options) => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [`src/${entry}`],
    write: false,
    bundle: true,
    minifySyntax: true,
    target: "es2021",
    charset: "utf8",
    plugins: [oneLineSheet],
    legalComments: "none",
    define: DEFINED,
    ...options,
  });
  return outputFiles[0].text;
};

/** Names of the widget's own properties, which may be shortened: see mangled_names.mjs. */
const INSIDE = new RegExp(`^(${mangledNames(`${root}src`, ["main.ts", "element_file.ts"]).join("|")})$`);
/**
 * The short names of properties, which all files except `NAMES_KEPT` share. Variables are not shared, because a
 * variable of one file may have the name of something of the browser that another file uses.
 * @type {{ props?: object, vars?: object }}
 */
const nameCache = {};

/** Files that are used with libraries or by an earlier release, and must keep the names that those know. */
const NAMES_KEPT = ["page_copy", "afresh"];

/**
 * Options of terser that write the same code differently. Which ones compress best cannot be predicted, and changes
 * with every change of the code, so they are tried for the two files that all readers load: each one alone, then each
 * one added to the best.
 */
const WAYS = [
  { hoist_funs: true },
  { conditionals: false },
  { if_return: false },
  { join_vars: false },
  { collapse_vars: false },
  { inline: 1 },
  { passes: 3 },
  { lhs_constants: true },
  { comparisons: false },
  { unsafe_methods: true },
  { sequences: false },
  { booleans: false },
  { unsafe_arrows: false },
];

const shortest = async (
  /** @type {string} */ entry,
  /** @type {import("esbuild").BuildOptions} */ options,
  way = {},
) => {
  const text = await bundle(`${entry}.ts`, { tsconfigRaw: NO_DIRECTIVE, ...options });
  const { code = "" } = await minify(text, {
    ecma: 2020,
    module: options.format === "esm",
    nameCache: NAMES_KEPT.includes(entry) ? {} : nameCache,
    // These options were tried one by one: the shortest code is not the one that compresses best. `unsafe` assumes that
    // `String` and similar are the browser's own, which is the case when the file runs.
    compress: { passes: 2, lhs_constants: false, unsafe: !NAMES_KEPT.includes(entry), unsafe_arrows: true, ...way },
    // Also shortens names that an interface of the browser has, because none of those is used here.
    mangle: { properties: !NAMES_KEPT.includes(entry) && { regex: INSIDE, builtins: true } },
  });
  delete nameCache.vars;
  return code;
};
const packed = (/** @type {string} */ text) => brotliCompressSync(COMPILED_AT_ONCE + text).length;
const packedBest = async (/** @type {string} */ entry, /** @type {import("esbuild").BuildOptions} */ options) => {
  let best = { way: {}, text: await shortest(entry, options) };
  for (let round = 0; round < 2; round += 1) {
    const { way: before } = best;
    for (const more of WAYS) {
      const way = { ...before, ...more };
      const text = await shortest(entry, options, way);
      if (packed(text) < packed(best.text)) best = { way, text };
    }
  }
  return best.text;
};
const digest = (/** @type {string} */ text) => createHash("sha256").update(text).digest("hex").slice(0, 16);
/** Parts in the same folder as the file that loads them. */
const besideThis = (/** @type {string} */ end) => ({
  name: "beside-this",
  setup: (/** @type {import("esbuild").PluginBuild} */ { onResolve }) =>
    onResolve({ filter: /^\.\.?\/(page_copy|touch)\.js$/ }, ({ path }) => ({
      path: `./${basename(path, ".js")}${end}.js`,
      external: true,
    })),
});
/** @type {Set<string>} */
const written = new Set();
/**
 * Writes a file only if its content has changed, because the binary, which embeds the folder, is built again after each
 * change.
 */
const write = async (/** @type {string} */ name, /** @type {string} */ file) => {
  const place = new URL(name, dist);
  if ((await readFile(place, "utf8").catch(() => null)) !== file) await writeFile(place, file);
  written.add(name);
  const packed = `${gzipSync(file, { level: 9 }).length} gzip, ${brotliCompressSync(file).length} brotli`;
  console.log(`dist/${name}: ${Buffer.byteLength(file)} bytes, ${packed}`);
};

await rm(lib, { recursive: true, force: true });
await mkdir(lib, { recursive: true });
await mkdir(new URL("widget/", dist), { recursive: true });
/** A placeholder in the texts until their digest is known. */
const UNKNOWN = "0".repeat(16);
// The result is not used: main.ts comes first so that the file that all readers load gets the shortest names.
await shortest("main", { format: "iife", define: { ...DEFINED, PARTS: '""' } });
const parts = {
  page_copy: await shortest("page_copy", { format: "esm", plugins: [withoutParser] }),
  extras: await shortest("extras", { format: "esm" }),
  menu: await shortest("menu", { format: "esm", plugins: [oneLineSheet, besideThis(`-${UNKNOWN}`)] }),
  place: await shortest("place", { format: "esm" }),
  touch: await shortest("touch", { format: "esm" }),
  rest: await packedBest("rest", { format: "esm", plugins: [oneLineSheet, besideThis(`-${UNKNOWN}`)] }),
};
const together = digest(Object.values(parts).join("\n"));
for (const [part, text] of Object.entries(parts))
  await write(`widget/${part}-${together}.js`, text.replaceAll(UNKNOWN, together));
const firstOptions = /** @type {const} */ ({ format: "iife", define: { ...DEFINED, PARTS: JSON.stringify(together) } });
const first = COMPILED_AT_ONCE + (await packedBest("main", firstOptions));
await write("widget.js", first);
await write(
  "widget/afresh.js",
  await shortest("afresh", {
    format: "esm",
    define: { RELEASE: JSON.stringify(digest(first)), PARTS: JSON.stringify(together) },
  }),
);
await write("widget/element.js", await shortest("element_file", { format: "iife" }));

for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !written.has(relative(fileURLToPath(dist), path))) await rm(path);
}

const inPackage = /** @type {const} */ ({ format: "esm", external: ELSEWHERE });
await writeFile(new URL("index.js", lib), await bundle("index.ts", inPackage));
await writeFile(new URL("react.js", lib), NEEDS_A_PAGE + (await bundle("react.ts", inPackage)));
await writeFile(
  new URL("rest.js", lib),
  await bundle("rest.ts", { ...inPackage, plugins: [oneLineSheet, besideThis("")] }),
);
await writeFile(new URL("extras.js", lib), await bundle("extras.ts", inPackage));
await writeFile(new URL("menu.js", lib), await bundle("menu.ts", inPackage));
await writeFile(new URL("place.js", lib), await bundle("place.ts", inPackage));
await writeFile(new URL("touch.js", lib), await bundle("touch.ts", inPackage));
await writeFile(
  new URL("page_copy.js", lib),
  await bundle("page_copy.ts", { format: "esm", plugins: [withoutParser] }),
);
await writeFile(new URL("element.js", lib), await bundle("web_component.ts", inPackage));
await writeFile(new URL("static_links.js", lib), await bundle("static_links.ts", { format: "esm" }));

const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
execFileSync(
  process.execPath,
  [tsc, "-p", ".", "--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--outDir", "lib"],
  {
    cwd: root,
    stdio: "inherit",
  },
);
for (const name of await readdir(lib)) {
  if (
    (name.endsWith(".d.ts") && !TYPES.includes(name)) ||
    ["first", "rest", "extras", "page_copy", "place"].includes(name)
  )
    await rm(new URL(name, lib), { recursive: true });
}
rememberBuilt();
