// Tests progress.mjs: what it says is left, and what it counts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { countLines, knownDurations, secondsLeft, startProgress } from "./progress.mjs";
import { SUITES } from "./suites.mjs";

test("what is left is the rest of the current suite and all later ones", () => {
  const known = { build: 100, rust: 60, e2e: 40 };
  assert.equal(secondsLeft({ done: [], current: { name: "build", seconds: 30 }, next: ["rust", "e2e"] }, known), 170);
  assert.equal(secondsLeft({ done: [], current: null, next: [] }, known), 0);
});

test("a machine that takes twice as long is expected to go on so, also within a suite that is late", () => {
  const known = { build: 100, rust: 60, e2e: 40 };
  const done = [{ name: "build", seconds: 200 }];
  assert.equal(secondsLeft({ done, current: { name: "rust", seconds: 20 }, next: ["e2e"] }, known), 180);
  assert.equal(secondsLeft({ done, current: { name: "rust", seconds: 240 }, next: ["e2e"] }, known), 160);
});

test("lines are counted also where a part of the output ends within one, or one line counts several tests", () => {
  let found = 0;
  const look = countLines(/^test .* \.\.\. ok/, (more) => (found += more));
  for (const part of ["test a ... o", "k\ntest b ... ok\nno", "ise\ntest c ... FAILED\n"]) look(part);
  assert.equal(found, 2);
  const several = countLines(/^ok: (\d+) tests/, (more) => (found += more));
  several("ok: 12 tests\n");
  assert.equal(found, 14);
});

test("each step says its number, the tests so far and the seconds left", () => {
  let now = 0;
  /** @type {string[]} */
  const shown = [];
  const progress = startProgress(
    [
      { name: "one", title: "one, suite 1 of 2" },
      { name: "two", title: "two, suite 2 of 2" },
    ],
    { known: { one: 10, two: 20 }, now: () => now, show: (line) => void shown.push(line.trim()) },
  );
  progress.begin();
  progress.ended(41);
  now = 10_000;
  assert.equal(progress.end(), 10);
  progress.begin();
  progress.stop();
  assert.deepEqual(shown, [
    "== one, suite 1 of 2: 0 tests so far, about 30 seconds left",
    "== two, suite 2 of 2: 41 tests so far, about 20 seconds left",
  ]);
});

test("the first run knows about how long each suite takes", () => {
  const known = knownDurations();
  for (const name of ["build", ...Object.keys(SUITES)]) assert.ok(known[name] > 0, name);
});
