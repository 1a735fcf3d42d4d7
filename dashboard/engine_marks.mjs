// A build plugin with the marks of the engines alone. Pages about citations need five of the marks, and all together are
// larger than such a page.

import { readFileSync } from "node:fs";

const MARKS = "virtual:engine-marks";
/** The platforms whose answers the engines give, as in `src/features/shared/citations/engines.ts`. */
const PLATFORMS = ["chatgpt", "perplexity", "gemini", "claude", "grok"];

/**
 * @param {URL} file the file with all marks
 * @returns {import("vite").Plugin}
 */
export function engineMarks(file) {
  return {
    name: "engine-marks",
    resolveId: (id) => (id === MARKS ? `\0${MARKS}` : undefined),
    load(id) {
      if (id !== `\0${MARKS}`) return undefined;
      /** @type {{ platforms: Record<string, { path: string } | undefined> }} */
      const { platforms } = JSON.parse(readFileSync(file, "utf8"));
      const paths = PLATFORMS.map((platform) => {
        const path = platforms[platform]?.path;
        if (path === undefined) throw new Error(`There is no mark of ${platform}.`);
        return [platform, path];
      });
      return `export const paths = ${JSON.stringify(Object.fromEntries(paths))};`;
    },
  };
}
