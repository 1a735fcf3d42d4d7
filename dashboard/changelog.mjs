// Puts the entries of CHANGELOG.md that concern people who use the dashboard into the build. `virtual:changelog` has
// the newest entries with their texts, `virtual:changelog-ids` only their ids.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The people that entries are for, by the heading above them. */
export const AUDIENCES = /** @type {const} */ ({
  "For readers": "readers",
  "For owners": "owners",
  "For operators": "operators",
  "For developers": "developers",
});
/** What the dashboard shows: an owner's own entries, and those about what readers see on the owner's pages. */
const SHOWN = new Set(["owners", "readers"]);
/** The maximum number of entries in the build; older ones are only in the file. */
const MAX_ENTRIES = 60;
const ID_CHARACTERS = 8;

/** @typedef {(typeof AUDIENCES)[keyof typeof AUDIENCES]} Audience */
/** @typedef {{ id: string, version: string, audience: Audience, text: string }} Entry */

/**
 * All entries of a change log, newest first. An entry is identified by its text: an edited entry counts as new.
 * @param {string} markdown
 * @returns {Entry[]}
 * @throws if the text has not the form that docs/decisions/releases.md describes; the message names the line
 */
export function entriesOf(markdown) {
  /** @type {Entry[]} */
  const entries = [];
  /** @type {string[]} */
  const versions = [];
  /** @type {Audience | undefined} */
  let audience;
  for (const [index, line] of markdown.split("\n").entries()) {
    const wrong = (/** @type {string} */ why) => new Error(`CHANGELOG.md:${index + 1}: ${why}`);
    const [, signs = "", title = ""] = /^(#+) (.*)$/.exec(line) ?? [];
    const last = entries.at(-1);
    if (signs === "##") {
      versions.push(checkedVersion(title, versions, wrong));
      audience = undefined;
    } else if (signs === "###") {
      audience = checkedAudience(title, audience, wrong);
    } else if (/^[*-] /.test(line)) {
      const version = versions.at(-1);
      if (version === undefined || audience === undefined)
        throw wrong(`the entry is below none of the headings ${Object.keys(AUDIENCES).join(", ")}`);
      entries.push({ id: "", version, audience, text: line.slice(2).trim() });
    } else if (/^\s+\S/.test(line) && last !== undefined) {
      last.text += ` ${line.trim()}`;
    } else if (audience !== undefined && line.trim() !== "") {
      throw wrong("below the heading of an audience are only entries, which begin with '* '");
    }
  }
  const id = (/** @type {string} */ text) => createHash("sha256").update(text).digest("hex").slice(0, ID_CHARACTERS);
  return entries.map((entry) => ({ ...entry, id: id(entry.text) }));
}

/**
 * @param {string} title
 * @param {string[]} versions those above
 * @param {(why: string) => Error} wrong
 */
function checkedVersion(title, versions, wrong) {
  const isNext = title === "Unreleased" && versions.length === 0;
  if (!isNext && !/^\d+\.\d+\.\d+$/.test(title))
    throw wrong(`"${title}" is not a version such as 1.2.0, or Unreleased above all versions`);
  if (versions.includes(title)) throw wrong(`${title} is there twice`);
  return title;
}

/**
 * @param {string} title
 * @param {Audience | undefined} before the audience above, of the same version
 * @param {(why: string) => Error} wrong
 */
function checkedAudience(title, before, wrong) {
  const audiences = Object.values(AUDIENCES);
  const [, audience] = Object.entries(AUDIENCES).find(([heading]) => heading === title) ?? [];
  if (audience === undefined) throw wrong(`"${title}" is not one of ${Object.keys(AUDIENCES).join(", ")}`);
  if (before !== undefined && audiences.indexOf(audience) <= audiences.indexOf(before))
    throw wrong(`the headings of a version are in this order, each once: ${Object.keys(AUDIENCES).join(", ")}`);
  return audience;
}

/**
 * The newest entries that the dashboard shows.
 * @param {string} markdown
 */
export function shownEntries(markdown) {
  return entriesOf(markdown)
    .filter(({ audience }) => SHOWN.has(audience))
    .slice(0, MAX_ENTRIES);
}

/**
 * @param {URL} file
 * @returns {import("vite").Plugin}
 */
export function changelog(file) {
  const read = () => shownEntries(readFileSync(file, "utf8"));
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
