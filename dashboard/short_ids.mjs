// Counts the words of the dashboard through, in place of the six random characters by which Lingui knows each of them: a plugin of
// the build. Nothing compresses those characters, and they stand in every file and in both catalogues: seven kilobytes for each page.

import { readFile } from "node:fs/promises";

import lingui from "./lingui.config.js";

const CATALOGUE = new URL("src/words/en.po", import.meta.url);
/** A call with words as the macro leaves it, and a catalogue as the plugin of Lingui gives it. */
const CALL = /\bid: "([A-Za-z0-9+/]{6})"/g;
const WORDS = /JSON\.parse\((".*")\)/s;

/** @returns {import("vite").Plugin} */
export function shortIds() {
  /** Where each id stands in the catalogues. @type {Map<string, number>} */
  let places = new Map();
  let calls = 0;
  return {
    name: "short-ids",
    apply: "build",
    enforce: "post",
    async buildStart() {
      const known = await lingui.format.parse(await readFile(CATALOGUE, "utf8"), { locale: "en", sourceLocale: "en", filename: CATALOGUE.pathname });
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
            calls += 1;
            return `id: "${place}"`;
          }),
          map: null,
        };
      },
    },
    buildEnd(failure) {
      if (failure === undefined && calls < places.size) this.error(`${places.size} words are known, and only ${calls} are called for: the macro writes its calls otherwise than it did.`);
    },
  };
}

/**
 * A catalogue whose words are found by their place.
 * @param {string} code
 * @param {ReadonlyMap<string, number>} places
 */
function inOrder(code, places) {
  const [whole, text] = WORDS.exec(code) ?? [];
  if (whole === undefined || text === undefined) throw new Error("A catalogue is written otherwise than it was.");
  const words = JSON.parse(JSON.parse(text));
  const strangers = Object.keys(words).filter((id) => !places.has(id));
  if (strangers.length > 0) throw new Error(`Words of one catalogue alone: ${strangers.join(", ")}`);
  const ordered = [...places.keys()].map((id) => words[id]);
  return code.replace(whole, () => `JSON.parse(${JSON.stringify(JSON.stringify(ordered))})`);
}
