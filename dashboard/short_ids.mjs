// A build plugin: numbers the texts of the dashboard, and drops unused ones. Lingui identifies each text by six random
// characters. These cannot be compressed, and they are in every file and in both catalogs: seven kilobytes for each
// page.

import { readFile } from "node:fs/promises";

import lingui from "./lingui.config.js";

const CATALOGUE = new URL("src/words/en.po", import.meta.url);
/** A call with a text as the macro writes it, and a catalog as Lingui's plugin writes it. */
const CALL = /\bid: "([A-Za-z0-9+/]{6})"/g;
const WORDS = /JSON\.parse\((".*")\)/s;
/** Six characters that may be an id, anywhere in a file. */
const QUOTED = /(["'`])([A-Za-z0-9+/]{6})\1/g;
/** The replacement for a text that no code uses. */
const NOTHING = 0;

/** @returns {import("vite").Plugin} */
export function shortIds() {
  /** The index of each id in the catalogs. @type {Map<string, number>} */
  let places = new Map();
  /** @type {Set<number>} */
  const called = new Set();
  return {
    name: "short-ids",
    apply: "build",
    enforce: "post",
    async buildStart() {
      const known = await lingui.format.parse(await readFile(CATALOGUE, "utf8"), {
        locale: "en",
        sourceLocale: "en",
        filename: CATALOGUE.pathname,
      });
      places = new Map(Object.keys(known).map((id, place) => [id, place]));
    },
    transform: {
      filter: { id: /\/src\/.*\.(tsx?|po)$/ },
      handler(code, id) {
        if (id.endsWith(".po")) return { code: inOrder(code, places), map: null };
        return {
          code: code.replace(CALL, (call, /** @type {string} */ word) => {
            const place = places.get(word);
            if (place === undefined) return call;
            called.add(place);
            return `id: "${place}"`;
          }),
          map: null,
        };
      },
    },
    // Which texts are used is known only after every file was read.
    renderChunk(code, { moduleIds }) {
      if (!moduleIds.some((id) => id.endsWith(".po"))) return null;
      return {
        code: changed(code, (words) => words.map((word, place) => (called.has(place) ? word : NOTHING))),
        map: null,
      };
    },
    generateBundle(_, bundle) {
      if (called.size === 0) this.error("No words are called for.");
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        const missed = [...file.code.matchAll(QUOTED)].map(([, , id]) => id ?? "").filter((id) => places.has(id));
        if (missed.length > 0)
          this.error(`${file.fileName} calls for words in another way than this plugin reads: ${missed.join(", ")}`);
      }
    },
  };
}

/**
 * A catalog whose texts are found by their index.
 * @param {string} code
 * @param {ReadonlyMap<string, number>} places
 */
function inOrder(code, places) {
  return changed(code, (words) => {
    const strangers = Object.keys(words).filter((id) => !places.has(id));
    if (strangers.length > 0) throw new Error(`Texts in only one catalog: ${strangers.join(", ")}`);
    return [...places.keys()].map((id) => words[id]);
  });
}

/**
 * The code of a catalog with other texts.
 * @param {string} code
 * @param {(words: any) => any} change
 */
function changed(code, change) {
  const [whole, text] = WORDS.exec(code) ?? [];
  if (whole === undefined || text === undefined) throw new Error("The format of the catalogs has changed.");
  const words = change(JSON.parse(JSON.parse(text)));
  return code.replace(whole, () => `JSON.parse(${JSON.stringify(JSON.stringify(words))})`);
}
