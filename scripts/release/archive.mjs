// Archives with the same bytes for the same files. Files are sorted, owned by numeric ids, and have the time of the
// commit.

import { spawnSync } from "node:child_process";
import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { run } from "./run.mjs";

/**
 * Gives the files of a folder the permissions that a package ships: everyone may read them, and execute those that
 * their owner may execute.
 * @param {string} folder
 */
export function settleModes(folder) {
  for (const name of [".", ...readdirSync(folder, { recursive: true, encoding: "utf8" })]) {
    const path = join(folder, name);
    const entry = lstatSync(path);
    if (entry.isSymbolicLink()) continue;
    chmodSync(path, entry.isDirectory() || (entry.mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}

/**
 * Writes a tar file of a folder's entries, or adds them to one.
 * @param {string} file
 * @param {string} folder
 * @param {{ names?: string[], seconds: number, owner?: number, more?: boolean }} options `names`: all by default
 */
export function tar(file, folder, { names = readdirSync(folder).sort(), seconds, owner = 0, more = false }) {
  const how = [
    "--sort=name",
    "--format=gnu",
    `--mtime=@${seconds}`,
    `--owner=${owner}`,
    `--group=${owner}`,
    "--numeric-owner",
  ];
  run(["tar", more ? "--append" : "--create", ...how, "--file", file, "--directory", folder, "--", ...names], {
    env: { LC_ALL: "C" },
  });
}

/**
 * Compresses a file in place; returns the name of the compressed file.
 * @param {string} file
 */
export function gzip(file) {
  const { status, stderr } = spawnSync("gzip", ["--no-name", "--best", "--force", file], { encoding: "utf8" });
  if (status !== 0) throw new Error(`gzip: ${stderr}`);
  return `${file}.gz`;
}
