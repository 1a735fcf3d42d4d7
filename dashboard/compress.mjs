// Compresses the built files, and computes the size of each page's first load. Runs after the build. Fails above the
// limits.

import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/**
 * The maximum bytes on the wire (brotli) of everything that a page needs before it is shown, including the headers of
 * every response.
 */
const MAX_FIRST_LOAD_BYTES = 250 * 1024;
/** The same limit for the pages before sign-in, which are a separate document. */
const MAX_SIGN_IN_BYTES = 60 * 1024;
/** The same limit for the page of a shared link, which is another document. */
const MAX_SHARED_PAGE_BYTES = 120 * 1024;
/** The approximate size of a response's headers: about ten fields. */
const HEAD_BYTES = 500;
/**
 * The maximum bytes of a page's own files, without those that every page needs. With gzip, because that is what proxies
 * send.
 */
const MAX_PAGE_BYTES = 92 * 1024;
const LANGUAGES = ["en", "de"];
const dist = fileURLToPath(new URL("dist/", import.meta.url));

/** @typedef {{ file: string, css?: string[], imports?: string[], assets?: string[], isEntry?: boolean, isDynamicEntry?: boolean }} Chunk */
/** @typedef {Record<string, Chunk>} Manifest */

/**
 * The build's list of its files; the file itself is not served.
 * @param {string} name
 * @returns {Promise<Manifest>}
 */
async function manifestOf(name) {
  const manifest = JSON.parse(await readFile(join(dist, name), "utf8"));
  await rm(join(dist, name));
  return manifest;
}

const application = await manifestOf("manifest.json");
const signIn = await manifestOf("sign_in.manifest.json");
const sharedPage = await manifestOf("shared_page.manifest.json");

const names = (await readdir(dist, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
/** @typedef {"br" | "gz"} Form */
/** @type {Map<string, Record<Form, number>>} */
const sizes = new Map();
for (const name of names) {
  const plain = await readFile(name);
  const brotli = brotliCompressSync(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
  await writeFile(`${name}.br`, brotli);
  const gzip = gzipSync(plain, { level: 9 });
  await writeFile(`${name}.gz`, gzip);
  sizes.set(name.slice(dist.length), { br: brotli.length, gz: gzip.length });
}

/**
 * The files that a chunk needs: its own, and those of the chunks that it imports.
 * @param {Manifest} manifest
 * @param {string} name
 * @param {Set<string>} [found]
 */
function filesOf(manifest, name, found = new Set()) {
  const chunk = manifest[name];
  if (chunk === undefined || found.has(chunk.file)) return found;
  for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) found.add(file);
  for (const other of chunk.imports ?? []) filesOf(manifest, other, found);
  return found;
}

/**
 * @param {Iterable<string>} files
 * @param {Form} form
 */
const bytesOf = (files, form) => [...files].reduce((sum, file) => sum + (sizes.get(file)?.[form] ?? 0), 0);

/**
 * The file with the texts of a page, in the language where it is larger (words_by_page).
 * @param {string} name
 */
function textsOf(name) {
  const found = [...sizes.keys()].filter((file) => LANGUAGES.some((one) => file.startsWith(`assets/${one}.${name}-`)));
  return found.sort((one, other) => bytesOf([other], "br") - bytesOf([one], "br")).slice(0, 1);
}

/**
 * The files that every page of a document needs.
 * @param {Manifest} manifest
 * @param {string} document
 * @param {string} texts
 */
const frameOf = (manifest, document, texts) => new Set([document, ...filesOf(manifest, document), ...textsOf(texts)]);

/** @param {Set<string>} files */
const onTheWire = (files) => bytesOf(files, "br") + files.size * HEAD_BYTES;
const inKiB = (/** @type {number} */ bytes) => (bytes / 1024).toFixed(1);

/** @type {string[]} */
const tooLarge = [];
for (const { manifest, document, texts, most } of [
  { manifest: signIn, document: "sign_in.html", texts: "sign_in", most: MAX_SIGN_IN_BYTES },
  { manifest: sharedPage, document: "shared.html", texts: "shared_page", most: MAX_SHARED_PAGE_BYTES },
]) {
  const files = frameOf(manifest, document, texts);
  const bytes = onTheWire(files);
  console.log(`${document}: ${inKiB(bytes)} KiB in ${files.size} files at the first load`);
  if (bytes > most) tooLarge.push(`${document}, which may cost ${inKiB(most)} KiB`);
}

// Pages that are opened later cost only their own part.
const frame = frameOf(application, "index.html", "frame");
let pages = 0;
for (const [name, { isDynamicEntry }] of Object.entries(application)) {
  if (!isDynamicEntry || !/features\/.*Page\.tsx$/.test(name)) continue;
  const texts = textsOf(/features\/(\w+)\//.exec(name)?.[1] ?? "");
  const own = [...filesOf(application, name), ...texts].filter((file) => !frame.has(file));
  const files = new Set([...frame, ...own]);
  const [whole, page] = [onTheWire(files), bytesOf(own, "gz")];
  pages += 1;
  console.log(
    `${name}: ${inKiB(whole)} KiB in ${files.size} files at the first load; ${inKiB(page)} KiB (gzip) of its own`,
  );
  if (whole > MAX_FIRST_LOAD_BYTES || page > MAX_PAGE_BYTES)
    tooLarge.push(
      `${name}, which may cost ${inKiB(MAX_FIRST_LOAD_BYTES)} KiB, and ${inKiB(MAX_PAGE_BYTES)} KiB of its own`,
    );
}
if (pages === 0) throw new Error("No page was found in the manifest.");
if (tooLarge.length > 0) {
  console.error(`Too large at the first load: ${tooLarge.join("; ")}`);
  process.exit(1);
}
