// After the build: every file in the forms in which it is sent, and what the first load of each kind of page costs. Fails
// above the bound.

import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** On the wire, brotli: everything that a page needs before it shows itself. */
const FIRST_LOAD_BYTES_MOST = 250 * 1024;
const dist = fileURLToPath(new URL("dist/", import.meta.url));

/** @typedef {{ file: string, css?: string[], imports?: string[], assets?: string[], isEntry?: boolean, isDynamicEntry?: boolean }} Chunk */
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(await readFile(join(dist, "manifest.json"), "utf8"));
await rm(join(dist, "manifest.json"));

const names = (await readdir(dist, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
/** @type {Map<string, number>} */
const sizes = new Map();
for (const name of names) {
  const plain = await readFile(name);
  const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
  await writeFile(`${name}.br`, brotli);
  await writeFile(`${name}.gz`, gzipSync(plain, { level: 9 }));
  sizes.set(name.slice(dist.length), brotli.length);
}

/**
 * The files that a chunk cannot do without.
 * @param {string} name
 * @param {Set<string>} [found]
 */
function filesOf(name, found = new Set()) {
  const chunk = manifest[name];
  if (chunk === undefined || found.has(chunk.file)) return found;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
  for (const other of chunk.imports ?? []) filesOf(other, found);
  return found;
}

const shell = ["index.html", "src/shell/Shell.tsx", "src/words/en.po"];
let worst = 0;
for (const [name, { isDynamicEntry }] of Object.entries(manifest)) {
  if (!isDynamicEntry || !/features\/.*(Page|pages)\.tsx$/.test(name)) continue;
  const files = new Set(["index.html", ...[...(name.includes("doors") ? ["index.html", "src/words/en.po"] : shell), name].flatMap((part) => [...filesOf(part)])]);
  const bytes = [...files].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
  worst = Math.max(worst, bytes);
  console.log(`${name}: ${(bytes / 1024).toFixed(1)} KiB on the wire at the first load`);
}
if (worst === 0) throw new Error("No page was found in the manifest.");
if (worst > FIRST_LOAD_BYTES_MOST) {
  console.error(`A first load may cost ${FIRST_LOAD_BYTES_MOST / 1024} KiB.`);
  process.exit(1);
}
