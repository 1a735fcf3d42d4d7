// Checks the imports of the TypeScript and JavaScript sources. Circular imports are an error, through however many
// files, and so is an import of a page's file by a file of the dashboard outside that page. Type imports count as well,
// because files whose types depend on each other cannot be understood separately.
//
//     node scripts/imports.mjs

import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Where sources are. */
const FOLDERS = ["dashboard/src", "widget/src", "e2e"];
const SOURCE = /(?<!\.d)\.(ts|tsx|mjs)$/;
const FOREIGN = ["node_modules", "generated"];
/** `from "./a"`, `import "./a"`, `import("./a")`, in code and in types of comments. */
const IMPORT = /\b(?:from\s*|import\s*\(?\s*)"(\.{1,2}\/[^"]+)"/g;
const ENDINGS = ["", ".ts", ".tsx", ".mjs"];

/** The files that open pages: the routes, and the script that loads a page's code before the routes are loaded. */
const OPENERS = ["router.tsx", "early.ts"];

/** @typedef {Map<string, string[]>} Graph each file, and the files that it imports */

/**
 * @param {string} folder
 * @returns {Graph}
 */
export function importsIn(folder) {
  const names = readdirSync(folder, { encoding: "utf8", recursive: true });
  const files = names
    .filter((name) => SOURCE.test(name) && !name.split("/").some((part) => FOREIGN.includes(part)))
    .map((name) => join(folder, name));
  return new Map(files.map((file) => [file, importedBy(file).filter((other) => other !== file)]));
}

/** @param {string} file */
function importedBy(file) {
  return [...readFileSync(file, "utf8").matchAll(IMPORT)].flatMap(([, path = ""]) => {
    const place = resolve(dirname(file), path);
    // The widget imports its sources by the names of the compiled files.
    const places = ENDINGS.flatMap((ending) => [place + ending, place.replace(/\.js$/, ending)]);
    return places.find((one) => SOURCE.test(one) && existsSync(one) && statSync(one).isFile()) ?? [];
  });
}

/**
 * The import circles: the shortest one for each file that is in no earlier circle, with its first file also at its end.
 * @param {Graph} graph
 */
export function circlesOf(graph) {
  /** @type {string[][]} */
  const circles = [];
  const reported = new Set();
  for (const file of graph.keys()) {
    const way = reported.has(file) ? undefined : shortestWay(graph, file);
    if (way === undefined) continue;
    way.forEach((one) => reported.add(one));
    circles.push([...way, file]);
  }
  return circles;
}

/**
 * The shortest chain of imports from a file back to itself.
 * @param {Graph} graph
 * @param {string} file
 */
function shortestWay(graph, file) {
  const ways = [[file]];
  const seen = new Set();
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    for (const next of graph.get(way.at(-1) ?? "") ?? []) {
      if (next === file) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
}

/**
 * Imports of a page's files by another page, by shared code, or by the frame around the pages, as `a -> b`.
 * @param {Graph} graph
 * @param {string} features
 */
export function intoPages(graph, features) {
  const pageOf = (/** @type {string} */ file) =>
    relative(features, file).startsWith("..") ? undefined : relative(features, file).split("/")[0];
  return [...graph].flatMap(([file, imported]) => {
    if (OPENERS.some((opener) => relative(features, file) === join("..", opener))) return [];
    return imported
      .filter((other) => ![undefined, "shared", pageOf(file)].includes(pageOf(other)))
      .map((other) => `${file} -> ${other}`);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(dirname(fileURLToPath(import.meta.url)), "..");
  let isFaulty = false;
  for (const folder of FOLDERS) {
    const graph = importsIn(join(root, folder));
    if (graph.size === 0) throw new Error(`No source in ${folder}.`);
    const circles = circlesOf(graph).map((circle) => `in a circle: ${circle.join(" -> ")}`);
    const faults = [
      ...circles,
      ...intoPages(graph, join(root, "dashboard/src/features")).map((fault) => `imports a page's file: ${fault}`),
    ];
    for (const fault of faults) console.error(fault.replaceAll(`${root}/`, ""));
    isFaulty ||= faults.length > 0;
  }
  process.exit(isFaulty ? 1 : 0);
}
