// Build plugins: each page loads its own texts beside its code, and the frame's. The code asks for texts by number.

import { createHash } from "node:crypto";
import { resolve, dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { bringsWords, fileOf, filesOf, missingWords } from "./graph.mjs";
import { listed } from "./list.mjs";
import { numberedTexts } from "./texts.mjs";

/** The module through which `src/words/catalogs.ts` reads a file of texts. */
const TEXTS = "virtual:texts";
const LIST = fileURLToPath(new URL("list.mjs", import.meta.url));
const CATALOGS = fileURLToPath(new URL("../src/words/catalogs.ts", import.meta.url));
/** Stands for the digest of all texts in the names of their files. The files of one build belong together. */
const DIGEST = "__DIGEST_OF_TEXTS__";
/** Stands for the names of the files that would have no text, separated by blanks. */
const WITHOUT_TEXTS = "__FILES_WITHOUT_TEXTS__";
/** An import of code that is loaded later. */
const LATER = /\bimport\("(\.{1,2}\/[^"]+)"\)/g;
/** A call with a text as the macro writes it. */
const CALL = /\bid: "([A-Za-z0-9+/]{6})"/g;
/** Six characters that may be an id, anywhere in a file. */
const QUOTED = /(["'`])([A-Za-z0-9+/]{6})\1/g;

/**
 * While one works on the sources, and in tests, a language is one file.
 * @param {string} frame
 */
const wholeTexts = (frame) => `
const languages = { en: () => import("/src/words/en.po"), de: () => import("/src/words/de.po") };
export const FRAME = ${JSON.stringify(frame)};
export const readTexts = async (language) => (await languages[language]()).messages;
`;

/** @param {string} frame */
const textsByPage = (frame) => `
import { textsIn } from ${JSON.stringify(LIST)};
export const FRAME = ${JSON.stringify(frame)};
const withoutTexts = "${WITHOUT_TEXTS}".split(" ");
export async function readTexts(language, file) {
  if (withoutTexts.includes(file)) return {};
  const { default: list } = await import(/* @vite-ignore */ \`./\${language}.\${file}-${DIGEST}.js\`);
  return textsIn(list);
}
`;

/**
 * @param {string} frame the name of the file with the texts that every page needs
 * @returns {import("vite").Plugin[]}
 */
export function wordsByPage(frame) {
  let isBuild = false;
  /** @type {Awaited<ReturnType<typeof numberedTexts>>} */
  let texts = { numbers: new Map(), languages: new Map() };
  /** The texts of each module. @type {Map<string, Set<number>>} */
  const words = new Map();
  /** What is written, by the names of its files. @type {Map<string, string>} */
  const files = new Map();
  /** What replaces each constant above. @type {Map<string, string>} */
  const answers = new Map();
  return [
    {
      name: "texts",
      configResolved({ command }) {
        isBuild = command === "build";
      },
      resolveId: (id) => (id === TEXTS ? `\0${TEXTS}` : undefined),
      load(id) {
        return id === `\0${TEXTS}` ? (isBuild ? textsByPage(frame) : wholeTexts(frame)) : undefined;
      },
    },
    {
      name: "texts-beside-code",
      apply: "build",
      enforce: "pre",
      transform: {
        filter: { id: /\/src\/.*\.tsx?$/, code: LATER },
        handler(code, id) {
          const found = code.replace(LATER, (whole, /** @type {string} */ path) => {
            const imported = resolve(dirname(id), path);
            return bringsWords(id, imported) ? `withTexts(${whole}, ${JSON.stringify(fileOf(imported))})` : whole;
          });
          return found === code
            ? null
            : { code: `import { withTexts } from ${JSON.stringify(CATALOGS)};${found}`, map: null };
        },
      },
    },
    {
      name: "texts-by-number",
      apply: "build",
      enforce: "post",
      async buildStart() {
        texts = await numberedTexts();
      },
      transform: {
        filter: { id: /\/src\/.*\.tsx?$/ },
        handler(code, id) {
          /** @type {Set<number>} */
          const called = new Set();
          const numbered = code.replace(CALL, (call, /** @type {string} */ word) => {
            const number = texts.numbers.get(word);
            if (number === undefined) return call;
            called.add(number);
            return `id: "${String(number)}"`;
          });
          words.set(id, called);
          return { code: numbered, map: null };
        },
      },
      renderStart() {
        const ids = [...this.getModuleIds()];
        const graph = new Map(
          ids.map((id) => {
            const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
            return [
              id,
              { imports: importedIds, dynamicImports: dynamicallyImportedIds, words: words.get(id) ?? new Set() },
            ];
          }),
        );
        const entries = ids.filter((id) => this.getModuleInfo(id)?.isEntry === true);
        const found = filesOf(graph, entries, frame);
        const missing = missingWords(graph, entries, frame, found);
        if (missing.length > 0) this.error(`Texts that are not loaded:\n${missing.join("\n")}`);
        if (found.get(frame)?.size === 0) this.error("The frame has no texts.");
        const [withTexts, empty] = [
          [...found].filter(([, all]) => all.size > 0),
          [...found].filter(([, all]) => all.size === 0),
        ];
        for (const [language, all] of texts.languages)
          for (const [name, wanted] of withTexts) {
            const list = JSON.stringify(JSON.stringify(listed(all, wanted)));
            files.set(`${language}.${name}`, `export default JSON.parse(${list});`);
          }
        const hash = createHash("sha256");
        for (const [name, code] of [...files].sort()) hash.update(`${name}\n${code}\n`);
        answers.set(DIGEST, hash.digest("hex").slice(0, 8));
        answers.set(
          WITHOUT_TEXTS,
          empty
            .map(([name]) => name)
            .sort()
            .join(" "),
        );
      },
      renderChunk(code) {
        if (!code.includes(DIGEST)) return null;
        return { code: [...answers].reduce((now, [name, answer]) => now.replaceAll(name, answer), code), map: null };
      },
      generateBundle(_, bundle) {
        for (const [name, source] of files)
          this.emitFile({ type: "asset", fileName: `assets/${name}-${answers.get(DIGEST) ?? ""}.js`, source });
        for (const file of Object.values(bundle)) {
          if (file.type !== "chunk") continue;
          const missed = [...file.code.matchAll(QUOTED)]
            .map(([, , id]) => id ?? "")
            .filter((id) => texts.numbers.has(id));
          if (missed.length > 0)
            this.error(`${file.fileName} calls for texts in another way than this plugin reads: ${missed.join(", ")}`);
          if (file.code.includes(DIGEST)) this.error(`${file.fileName} does not know the names of the texts' files.`);
        }
      },
    },
  ];
}
