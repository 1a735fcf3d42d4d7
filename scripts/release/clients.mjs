// The packages for programs.
// `@askline/api` for npm, and `askline` for Python as wheel and source distribution.

import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { settleModes } from "./archive.mjs";
import { ROOT, run } from "./run.mjs";

const CLIENTS = join(ROOT, "clients");
/** The compiler that the widget is built with. */
const COMPILER = join(ROOT, "widget/node_modules/.bin/tsc");
const LICENSES = ["LICENSE-APACHE", "LICENSE-MIT"];

/**
 * Makes the packages in a folder that is emptied first. The same sources and time give the same bytes.
 * @param {string} folder
 * @param {Pick<import("./commit.mjs").Commit, "seconds">} commit
 * @param {string} compiler
 */
export function makeClients(folder, { seconds }, compiler = COMPILER) {
  rmSync(folder, { recursive: true, force: true });
  const work = join(folder, ".work");
  mkdirSync(work, { recursive: true });
  npmPackage(folder, work, compiler);
  pythonPackage(folder, work, seconds);
  rmSync(work, { recursive: true });
  settleModes(folder);
}

/**
 * @param {string} folder
 * @param {string} work
 * @param {string} compiler
 */
function npmPackage(folder, work, compiler) {
  const made = join(work, "typescript");
  cpSync(join(CLIENTS, "typescript"), made, { recursive: true, filter: isSource });
  for (const name of LICENSES) copyFileSync(join(ROOT, name), join(made, name));
  run([compiler, "--project", made]);
  // npm gives every file of a package the same time.
  run(["npm", "pack", "--silent", "--pack-destination", folder], { cwd: made });
}

/**
 * @param {string} folder
 * @param {string} work
 * @param {number} seconds
 */
function pythonPackage(folder, work, seconds) {
  const made = join(work, "python");
  cpSync(join(CLIENTS, "python"), made, { recursive: true, filter: isSource });
  for (const name of LICENSES) copyFileSync(join(ROOT, name), join(made, name));
  const build =
    "import sys; from flit_core import buildapi as b; b.build_wheel(sys.argv[1]); b.build_sdist(sys.argv[1])";
  run([builder(), "-c", build, folder], { cwd: made, env: { SOURCE_DATE_EPOCH: String(seconds) } });
}

/** Installs the build backend, once; returns the Python that has it. */
function builder() {
  const environment = join(CLIENTS, "python/.venv");
  const python = join(environment, "bin/python");
  const done = join(environment, "installed");
  if (!existsSync(done)) {
    run(["python3", "-m", "venv", environment]);
    const wanted = join(CLIENTS, "python/build_requirements.txt");
    run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", wanted]);
    run(["touch", done]);
  }
  return python;
}

/** @param {string} path */
function isSource(path) {
  return !/\/(node_modules|dist|\.venv|__pycache__)(\/|$)/.test(path.slice(CLIENTS.length));
}
