// Decides which texts are in which file. Every page has a file with the texts that only it needs, and the frame has one
// that every page needs. Works on the graph of modules, which the build reads.

/**
 * @typedef {{ imports: readonly string[], dynamicImports: readonly string[], words: ReadonlySet<number> }} Module
 * @typedef {ReadonlyMap<string, Module>} Graph
 */

const PAGE = /\/src\/features\/(?!shared\/)(\w+)\//;

/**
 * The page whose folder a module is in; undefined for what several pages use.
 * @param {string} module
 */
const pageOf = (module) => PAGE.exec(module)?.[1];

/**
 * Whether an `import()` brings a file of texts. One within the folder of a page does not, because the page has the
 * texts of its whole folder.
 * @param {string} importer
 * @param {string} imported
 */
export function bringsWords(importer, imported) {
  const page = pageOf(imported);
  return page === undefined || page !== pageOf(importer);
}

/**
 * The name of the file with the texts of a module that is loaded later.
 * @param {string} module
 */
export function fileOf(module) {
  return pageOf(module) ?? /([^/]+?)(\.\w+)?$/.exec(module)?.[1] ?? module;
}

/**
 * The modules, and all that they import statically.
 * @param {Graph} graph
 * @param {Iterable<string>} roots
 */
function loadedWith(graph, roots) {
  /** @type {Set<string>} */
  const found = new Set();
  const left = [...roots];
  for (let module = left.pop(); module !== undefined; module = left.pop()) {
    if (found.has(module)) continue;
    found.add(module);
    left.push(...(graph.get(module)?.imports ?? []));
  }
  return found;
}

/**
 * @param {Graph} graph
 * @param {Iterable<string>} modules
 */
function wordsOf(graph, modules) {
  return new Set([...modules].flatMap((module) => [...(graph.get(module)?.words ?? [])]));
}

/**
 * The texts of each file, by its name.
 * @param {Graph} graph
 * @param {readonly string[]} entries
 * @param {string} frame the name of the file that every page needs
 * @returns {Map<string, Set<number>>}
 */
export function filesOf(graph, entries, frame) {
  const ofFrame = loadedWith(graph, entries);
  const wordsOfFrame = wordsOf(graph, ofFrame);
  /** @type {Map<string, Set<string>>} */
  const roots = new Map();
  const add = (/** @type {string} */ name, /** @type {string} */ module) =>
    void roots.set(name, (roots.get(name) ?? new Set()).add(module));
  for (const [module, { dynamicImports }] of graph) {
    for (const imported of dynamicImports) if (bringsWords(module, imported)) add(fileOf(imported), imported);
    if (pageOf(module) !== undefined && !ofFrame.has(module)) add(fileOf(module), module);
  }
  const files = new Map([[frame, wordsOfFrame]]);
  for (const [name, modules] of roots) {
    const words = wordsOf(graph, loadedWith(graph, modules));
    files.set(name, new Set([...words].filter((word) => !wordsOfFrame.has(word))));
  }
  return files;
}

/**
 * What would be shown without its text, as sentences. Follows the modules as they are loaded, each with the files that
 * are loaded by then.
 * @param {Graph} graph
 * @param {readonly string[]} entries
 * @param {string} frame
 * @param {ReadonlyMap<string, ReadonlySet<number>>} files
 */
export function missingWords(graph, entries, frame, files) {
  /** @type {string[]} */
  const missing = [];
  /** @type {Set<string>} */
  const seen = new Set();
  const load = (/** @type {readonly string[]} */ roots, /** @type {string} */ file) => {
    const state = `${roots.join()} ${file}`;
    if (seen.has(state)) return;
    seen.add(state);
    const has = (/** @type {number} */ word) =>
      files.get(frame)?.has(word) === true || files.get(file)?.has(word) === true;
    for (const module of loadedWith(graph, roots)) {
      const { words, dynamicImports } = graph.get(module) ?? { words: new Set(), dynamicImports: [] };
      for (const word of words)
        if (!has(word)) missing.push(`${module} shows text ${String(word)}, which is not in ${frame} or ${file}`);
      for (const imported of dynamicImports) load([imported], bringsWords(module, imported) ? fileOf(imported) : file);
    }
  };
  load(entries, frame);
  return missing;
}
