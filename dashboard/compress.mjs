// After the build: every file in the forms in which it is sent, and what the first load of each kind of page costs. Fails
// above the bounds.

import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** On the wire, brotli, with the heads of every answer: everything that a page needs before it shows itself. */
const MAX_FIRST_LOAD_BYTES = 250 * 1024;
/** About what the head of an answer with a file costs: some ten fields. */
const HEAD_BYTES = 500;
/** The same without what the frame of every page needs, gzip, since that is what proxies send. */
const MAX_PAGE_BYTES = 90 * 1024;
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

/** The frame of every page, in the language with the most to say. Pages that are opened later cost their own part alone. */
const CATALOGUES = ["src/words/en.po", "src/words/de.po"];
const bytesIn = (/** @type {string} */ words) => bytesOf(filesOf(words), "br");
const longest = CATALOGUES.reduce((one, other) => (bytesIn(other) > bytesIn(one) ? other : one));
const frame = new Set(["index.html", ...["index.html", longest].flatMap((part) => [...filesOf(part)])]);
/** @type {string[]} */
const tooLarge = [];
let pages = 0;
for (const [name, { isDynamicEntry }] of Object.entries(manifest)) {
  if (!isDynamicEntry || !/features\/.*(Page|pages)\.tsx$/.test(name)) continue;
  const own = [...filesOf(name)].filter((file) => !frame.has(file));
  const files = [...frame, ...own];
  const [whole, page] = [bytesOf(files, "br") + files.length * HEAD_BYTES, bytesOf(own, "gz")];
  pages += 1;
  console.log(`${name}: ${(whole / 1024).toFixed(1)} KiB in ${files.length} files at the first load; ${(page / 1024).toFixed(1)} KiB (gzip) of its own`);
  if (whole > MAX_FIRST_LOAD_BYTES || page > MAX_PAGE_BYTES) tooLarge.push(name);
}
if (pages === 0) throw new Error("No page was found in the manifest.");
if (tooLarge.length > 0) {
  console.error(`A page's first load may cost ${MAX_FIRST_LOAD_BYTES / 1024} KiB, and ${MAX_PAGE_BYTES / 1024} KiB of its own: ${tooLarge.join(", ")}`);
  process.exit(1);
}
