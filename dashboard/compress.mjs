// After the build: every file in the forms in which it is sent, and what the first load of each kind of page costs. Fails
// above the bound.

import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** On the wire, brotli, with the heads of every answer: everything that the overview needs before it shows itself. */
const FIRST_LOAD_BYTES_MOST = 250 * 1024;
/** About what the head of an answer with a file costs: some ten fields. */
const HEAD_BYTES = 500;
/** The same without what the frame of every page needs, gzip, since that is what proxies send. */
const PAGE_BYTES_MOST = 90 * 1024;
const dist = fileURLToPath(new URL("dist/", import.meta.url));

/** @typedef {{ file: string, css?: string[], imports?: string[], assets?: string[], isEntry?: boolean, isDynamicEntry?: boolean }} Chunk */
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(await readFile(join(dist, "manifest.json"), "utf8"));
await rm(join(dist, "manifest.json"));

const names = (await readdir(dist, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
/** @typedef {"br" | "gz"} Form */
/** @type {Map<string, Record<Form, number>>} */
const sizes = new Map();
for (const name of names) {
  const plain = await readFile(name);
  const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
  await writeFile(`${name}.br`, brotli);
  const gzip = gzipSync(plain, { level: 9 });
  await writeFile(`${name}.gz`, gzip);
  sizes.set(name.slice(dist.length), { br: brotli.length, gz: gzip.length });
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

/**
 * @param {Iterable<string>} files
 * @param {Form} form
 */
const bytesOf = (files, form) => [...files].reduce((sum, file) => sum + (sizes.get(file)?.[form] ?? 0), 0);

/** The frame of every page and the overview, where people arrive: other pages are opened from there, and then cost their own part alone. */
const shell = ["index.html", "src/words/en.po"];
/** @type {string[]} */
const tooLarge = [];
const frame = new Set(["index.html", ...shell.flatMap((part) => [...filesOf(part)])]);
const wholeOf = (/** @type {Iterable<string>} */ files) => bytesOf(files, "br") + [...files].length * HEAD_BYTES;
console.log(`overview: ${(wholeOf(frame) / 1024).toFixed(1)} KiB in ${frame.size} files at the first load`);
if (wholeOf(frame) > FIRST_LOAD_BYTES_MOST) tooLarge.push("overview");
let pages = 0;
for (const [name, { isDynamicEntry }] of Object.entries(manifest)) {
  if (!isDynamicEntry || !/features\/.*(Page|pages)\.tsx$/.test(name)) continue;
  const own = [...filesOf(name)].filter((file) => !frame.has(file));
  const files = [...frame, ...own];
  const [whole, page] = [wholeOf(files), bytesOf(own, "gz")];
  pages += 1;
  console.log(`${name}: ${(whole / 1024).toFixed(1)} KiB in ${files.length} files at the first load; ${(page / 1024).toFixed(1)} KiB (gzip) of its own`);
  if (page > PAGE_BYTES_MOST) tooLarge.push(name);
}
if (pages === 0) throw new Error("No page was found in the manifest.");
if (tooLarge.length > 0) {
  console.error(`The overview's first load may cost ${FIRST_LOAD_BYTES_MOST / 1024} KiB, and a page ${PAGE_BYTES_MOST / 1024} KiB of its own: ${tooLarge.join(", ")}`);
  process.exit(1);
}
