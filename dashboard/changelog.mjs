// Puts CHANGELOG.md into the build, so that the dashboard can show the newest changes. `virtual:changelog` has the
// newest entries with their texts, `virtual:changelog-ids` only their ids.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The maximum number of entries in the build; older ones are only in the file. */
const MAX_ENTRIES = 60;
const ID_CHARACTERS = 8;

/** @typedef {{ id: string, section: string, text: string }} Entry */

/**
 * The entries of a change log, newest first. An entry is identified by its text: an edited entry counts as new.
 * @param {string} markdown
 * @returns {Entry[]}
 */
export function entriesOf(markdown) {
  /** @type {Entry[]} */
  const entries = [];
  let [version, section] = ["", ""];
  for (const line of markdown.split("\n")) {
    const heading = /^(##+) (.*)$/.exec(line);
    if (heading !== null) {
      if (heading[1] === "##") [version, section] = [heading[2] ?? "", ""];
      else section = heading[2] ?? "";
    } else if (/^[*-] /.test(line) && version !== "") {
      entries.push({ id: "", section, text: line.slice(2).trim() });
    } else if (/^\s+\S/.test(line)) {
      const last = entries.at(-1);
      if (last !== undefined) last.text += ` ${line.trim()}`;
    }
  }
  const id = (/** @type {string} */ text) => createHash("sha256").update(text).digest("hex").slice(0, ID_CHARACTERS);
  return entries.slice(0, MAX_ENTRIES).map((entry) => ({ ...entry, id: id(entry.text) }));
}

/**
 * @param {URL} file
 * @returns {import("vite").Plugin}
 */
export function changelog(file) {
  const read = () => entriesOf(readFileSync(file, "utf8"));
  return {
    name: "askline-changelog",
    resolveId: (id) => (id === "virtual:changelog" || id === "virtual:changelog-ids" ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith("\0virtual:changelog")) return undefined;
      this.addWatchFile(fileURLToPath(file));
      if (id === "\0virtual:changelog") return `export const entries = ${JSON.stringify(read())};`;
      return `export const ids = ${JSON.stringify(read().map((entry) => entry.id))};`;
    },
  };
}
