// The files of the Linux archive, and the manual pages and completions of every package.

import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT, run } from "./run.mjs";

/**
 * What a package is made of: the binary, the folder of the command pages, the file of licenses, and the folder to lay
 * out.
 * @typedef {{ binary: string, pages: string, notices: string, folder: string }} Parts
 */

/** The file names under which shells look for completions. */
const COMPLETIONS = [
  ["bash", "askline"],
  ["zsh", "_askline"],
  ["fish", "askline.fish"],
];

/**
 * Writes the command line's completions and manual pages into completions/ and man/ of a folder.
 * @param {string} runnable a binary that this machine runs, of the same sources
 * @param {string} folder
 */
export function writeCommandPages(runnable, folder) {
  for (const [shell, name] of COMPLETIONS) {
    mkdirSync(join(folder, "completions", shell), { recursive: true });
    writeFileSync(join(folder, "completions", shell, name), run([runnable, "completions", shell]));
  }
  run([runnable, "man", "--to", join(folder, "man")]);
}

/**
 * Lays out the content of the archive for any Linux.
 * @param {Parts} parts
 */
export function layOut({ binary, pages, notices, folder }) {
  mkdirSync(folder, { recursive: true });
  cpSync(binary, join(folder, "askline"));
  cpSync(join(pages, "completions"), join(folder, "completions"), { recursive: true });
  cpSync(join(pages, "man"), join(folder, "man"), { recursive: true });
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "CHANGELOG.md"])
    cpSync(join(ROOT, name), join(folder, name));
  cpSync(notices, join(folder, "THIRD-PARTY-LICENSES.txt"));
  cpSync(join(ROOT, "config/default.toml"), join(folder, "askline.toml.example"));
  cpSync(join(ROOT, "deploy/askline.service"), join(folder, "askline.service"));
}
