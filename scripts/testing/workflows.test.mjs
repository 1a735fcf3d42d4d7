// The workflows run every suite, and a release needs all of them.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT } from "./root.mjs";
import { EVERYTHING, TIERS } from "./tiers.mjs";

const read = (/** @type {string} */ path) => readFileSync(join(ROOT, path), "utf8");
const workflow = (/** @type {string} */ name) => read(join(".github/workflows", `${name}.yml`));

/**
 * The suites of a workflow's jobs: the entries below `suites:`.
 * @param {string} text
 */
function suitesOf(text) {
  const [, list = ""] = /^ +suites:\n((?: +- .*\n)+)/m.exec(text) ?? [];
  return list
    .split("\n")
    .flatMap((line) => line.trim().replace(/^- /, "").split(" "))
    .filter((name) => name !== "");
}

test("each suite that CI adds to `make test` is run by exactly one job for every push", () => {
  const ci = workflow("ci");
  assert.deepEqual(suitesOf(ci).sort(), [...TIERS.ci].sort());
  assert.match(ci, /command: \[check, test\]/);
  assert.match(ci, /^on:\n {2}push:\n {4}branches: \["\*\*"\]\n {2}pull_request:\n/m);
});

test("each suite is run in full by exactly one scheduled job", () => {
  const long = workflow("long");
  assert.deepEqual(suitesOf(long).sort(), [...EVERYTHING].sort());
  assert.match(long, /TEST_PARTS: all/);
  assert.match(long, /schedule:/);
});

test("CI runs the same commands here as in its workflow", () => {
  const commands = [...read(".ci/run").matchAll(/^make (.*)$/gm)].map(([, words]) => words);
  assert.deepEqual(commands, ["check", "test", "test-ci"]);
});

test("no part of a release is built before CI, every suite and the advisories have passed", () => {
  const release = workflow("release");
  for (const name of ["ci", "long", "advisories"]) {
    assert.match(release, new RegExp(`^  ${name}:\\n    uses: \\$/\\.github/workflows/${name}\\.yml$`, "m"));
    assert.match(workflow(name), /^ {2}workflow_call:/m, `${name} can be called`);
  }
  assert.match(release, /^ {2}build:\n.*\n {4}needs: \[ci, long, advisories\]$/m);
  assert.match(release, /^ {2}publish:\n {4}needs: build$/m);
});

test("advisories are looked up each day, for the crates and for every folder of npm packages", () => {
  const advisories = workflow("advisories");
  assert.match(advisories, /schedule:/);
  const [, folders = ""] = /folder: \[(.*)\]/.exec(advisories) ?? [];
  assert.deepEqual(folders.split(", ").sort(), foldersWithLocks());
  const updated = /npm\n {4}directories: \[(.*)\]/.exec(read(".github/dependabot.yml"))?.[1] ?? "";
  assert.deepEqual(
    updated
      .split(", ")
      .map((folder) => folder.slice(1))
      .sort(),
    foldersWithLocks(),
  );
});

test("cargo-deny and `make check` allow the same licenses", () => {
  const namesIn = (/** @type {string} */ text) => [...text.matchAll(/^ +"([^"]+)",$/gm)].map(([, name]) => name);
  const [, denied = ""] = /^allow = \[\n([^\]]*)\]/m.exec(read("deny.toml")) ?? [];
  const [, checked = ""] = /new Set\(\[\n([^\]]*)\]\)/.exec(read("scripts/licenses.mjs")) ?? [];
  assert.ok(namesIn(checked).length > 10);
  assert.deepEqual(namesIn(denied), namesIn(checked));
});

/** The folders with packages of npm. */
function foldersWithLocks() {
  const { stdout } = spawnSync("git", ["ls-files", "*package-lock.json"], { cwd: ROOT, encoding: "utf8" });
  return stdout
    .trim()
    .split("\n")
    .map((path) => path.replace(/\/package-lock\.json$/, ""))
    .sort();
}
