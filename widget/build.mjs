// Builds the one file that sites load: dist/widget.js. Never adds anything that the sources do not import.
// esbuild bundles and lowers to ES2019; terser, which knows more ways to say the same, saves another twentieth.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { minify } from "terser";

const root = new URL(".", import.meta.url);
const { version } = JSON.parse(await readFile(new URL("package.json", root), "utf8"));

const { outputFiles } = await build({
  absWorkingDir: root.pathname,
  entryPoints: ["src/main.ts"],
  write: false,
  bundle: true,
  minifySyntax: true,
  format: "iife",
  target: "es2019",
  charset: "utf8",
  legalComments: "none",
  define: { ASKLINE_VERSION: JSON.stringify(version) },
});
const { code } = await minify(outputFiles[0].text, { ecma: 2019, compress: { passes: 3 } });

await mkdir(new URL("dist/", root), { recursive: true });
await writeFile(new URL("dist/widget.js", root), code);
console.log(`dist/widget.js: ${Buffer.byteLength(code)} bytes, ${gzipSync(code, { level: 9 }).length} gzipped`);
