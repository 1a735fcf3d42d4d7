// Builds what sites load, and what the npm package holds:
//   dist/widget.js         the file that a tag loads; the binary embeds this folder
//   dist/widget/rest-….js  what that one loads when there is time; named by its content, so that it may be kept for ever
//   dist/widget/element.js  makes <askline-widget> known; fetches widget.js beside it
//   lib/                   modules for pages that are put together by scripts, and their types
// esbuild bundles and lowers to ES2019; terser, which knows more ways to say the same, saves another twentieth.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { minify } from "terser";

const root = fileURLToPath(new URL(".", import.meta.url));
const dist = new URL("dist/", import.meta.url);
const lib = new URL("lib/", import.meta.url);
const { version } = JSON.parse(await readFile(new URL("package.json", import.meta.url), "utf8"));
/**
 * Chromium compiles the functions of a file that begins so while it loads it, and not one by one on the page's thread when
 * the payload has come (https://v8.dev/blog/explicit-compile-hints). For every other browser it is a comment.
 */
const COMPILED_AT_ONCE = "//# allFunctionsCalledOnLoad\n";
/** The modules of lib/ are strict by themselves; for the one file, nine bytes of "use strict" change nothing. */
const NO_DIRECTIVE = { compilerOptions: { alwaysStrict: false, strict: false } };
/** What other files of the package hold already, or what the page brings. */
const ELSEWHERE = ["react", "./index.js", "./rest.js"];
/** React's mark for components that need a page; without it they cannot be used from a server component. */
const NEEDS_A_PAGE = '"use client";\n';
/** The types that the package shows; those of the inside are not given away. */
const TYPES = ["index.d.ts", "init_options.d.ts", "react.d.ts", "web_component.d.ts"];

const DEFINED = { ASKLINE_VERSION: JSON.stringify(version) };

/** The sheet is written line by line for those who read it; a browser needs no line ends. */
const oneLineSheet = {
  name: "one-line-sheet",
  setup: (/** @type {import("esbuild").PluginBuild} */ { onLoad }) => onLoad({ filter: /styles\.ts$/ }, async ({ path }) => {
    const text = await readFile(path, "utf8");
    return { loader: "ts", contents: text.replace(/(?<=const SHEET = `)[^`]+/, (sheet) => sheet.replaceAll("\n", "")) };
  }),
};

const bundle = async (/** @type {string} */ entry, /** @type {import("esbuild").BuildOptions} */ options) => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [`src/${entry}`],
    write: false,
    bundle: true,
    minifySyntax: true,
    target: "es2019",
    charset: "utf8",
    plugins: [oneLineSheet],
    legalComments: "none",
    define: DEFINED,
    ...options,
  });
  return outputFiles[0].text;
};

/**
 * Names of the widget's own inside, which may be shortened. None of a payload, an event, storage or the page stands
 * here, since those mean the same to others; and none that is also used as text.
 */
const INSIDE =
  /^(anchor|asked|attend|beacon|by|comeBack|contentFor|copies|drawAll|drawOne|drawn|early|eventOf|facts|fitting|fittingPage|hear|hide|hurry|intent|isAlone|isAnswered|isClosed|isDark|isOpen|isOver|isShown|keep|last|later|laterParts|leave|look|looks|mayTell|moves|natives|note|overPage|ownField|patch|place|press|random|read|remember|resend|say|section|send|shows|soon|store|take|tell|told|turn|wasOpened|widgets|write)$/;
/** Both files speak of the same things by the same short names. */
const nameCache = {};

const shortest = async (/** @type {string} */ entry, /** @type {import("esbuild").BuildOptions} */ options) => {
  const text = await bundle(entry, { tsconfigRaw: NO_DIRECTIVE, supported: { "dynamic-import": true }, ...options });
  const { code = "" } = await minify(text, {
    ecma: 2019,
    module: options.format === "esm",
    nameCache,
    // These were tried one by one: what is shortest is not what compresses best.
    compress: { passes: 4, lhs_constants: false, unsafe_arrows: true },
    // Also those that some interface of browsers has, too: none that is used here.
    mangle: { properties: { regex: INSIDE, builtins: true } },
  });
  return code;
};
const write = async (/** @type {string} */ name, /** @type {string} */ file) => {
  await writeFile(new URL(name, dist), file);
  const packed = `${gzipSync(file, { level: 9 }).length} gzip, ${brotliCompressSync(file).length} brotli`;
  console.log(`dist/${name}: ${Buffer.byteLength(file)} bytes, ${packed}`);
};

for (const folder of [dist, lib]) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}
const rest = await shortest("rest.ts", { format: "esm" });
const restFile = `widget/rest-${createHash("sha256").update(rest).digest("hex").slice(0, 16)}.js`;
await mkdir(new URL("widget/", dist));
await write(restFile, rest);
await write("widget.js", COMPILED_AT_ONCE + await shortest("main.ts", { format: "iife", define: { ...DEFINED, REST_FILE: JSON.stringify(restFile) } }));
await write("widget/element.js", await shortest("element_file.ts", { format: "iife" }));

const inPackage = /** @type {const} */ ({ format: "esm", external: ELSEWHERE });
await writeFile(new URL("index.js", lib), await bundle("index.ts", inPackage));
await writeFile(new URL("react.js", lib), NEEDS_A_PAGE + await bundle("react.ts", inPackage));
await writeFile(new URL("rest.js", lib), await bundle("rest.ts", inPackage));
await writeFile(new URL("element.js", lib), await bundle("web_component.ts", inPackage));
await writeFile(new URL("static_links.js", lib), await bundle("static_links.ts", { format: "esm" }));

const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
execFileSync(process.execPath, [tsc, "-p", ".", "--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--outDir", "lib"], {
  cwd: root,
  stdio: "inherit",
});
for (const name of await readdir(lib)) {
  if ((name.endsWith(".d.ts") && !TYPES.includes(name)) || name === "rest") await rm(new URL(name, lib), { recursive: true });
}
