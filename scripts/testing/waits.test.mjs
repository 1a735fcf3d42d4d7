// Tests wait for conditions. A time that is long enough on one machine is too short on a busy one.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT } from "./root.mjs";

/** What is refused, and what to write instead. */
const REFUSED = [
  { pattern: /networkidle/, instead: "settled() of e2e/scenes/settled.mjs, or wait for what the page shows" },
  { pattern: /waitForTimeout/, instead: "wait for what the page shows" },
  // A named or given number of milliseconds; `setTimeout(done)` only lets other work go first.
  { pattern: /\bsetTimeout\((\w+|\(\) =>[^,;]*), *[\w.]+\)/, instead: "becomes() of e2e/scenes/askline.mjs" },
];
/** Files that may pause between two looks at a condition, or end what never ends. */
const MAY_PAUSE = {
  "deploy/fronts.test.mjs": "ends a request that is never answered",
  "deploy/image.test.mjs": "asks the started image whether it is healthy",
  "deploy/nginx.test.mjs": "asks nginx whether it is ready",
  "deploy/own_domain.test.mjs": "asks nginx whether it is ready",
  "deploy/throwaway_servers.mjs": "its until() looks at a condition",
  "clients/typescript/src/transport.ts": "waits as long as an answer says before it tries again",
  "e2e/scenes/askline.mjs": "its becomes() looks at a value",
  "e2e/scenes/pages/shop.mjs": "waits until another journey releases port 80",
  "e2e/scenes/services/mail_box.mjs": "looks for an email",
  "e2e/systems/other_engines.mjs": "asks a browser whether it has started",
};
/** Folders with tests in TypeScript or JavaScript, and what they share. `e2e/figures` measures, and tests nothing. */
const FOLDERS = [
  "e2e/journeys",
  "e2e/scenes",
  "e2e/systems",
  "e2e/conformance",
  "clients",
  "deploy",
  "widget/tests",
  "dashboard/tests",
];

/**
 * The lines of a file that wait for a time.
 * @param {string} name
 * @param {string} text
 */
const waitsIn = (name, text) =>
  text
    .split("\n")
    .flatMap((line, at) =>
      REFUSED.filter(({ pattern }) => pattern.test(line)).map(
        ({ instead }) => `${name}:${at + 1}: ${line.trim()} - ${instead}`,
      ),
    );

test("no test waits for a time, or for quiet on the network", () => {
  const { stdout } = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...FOLDERS], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const files = stdout.split("\n").filter((name) => /\.(mjs|ts|tsx)$/.test(name));
  assert.ok(files.length > 100, `only ${files.length} files were read`);
  const waits = files.map((name) => ({ name, found: waitsIn(name, readFileSync(join(ROOT, name), "utf8")) }));
  assert.deepEqual(
    waits.filter(({ name }) => !(name in MAY_PAUSE)).flatMap(({ found }) => found),
    [],
  );
  const unused = Object.keys(MAY_PAUSE).filter(
    (name) => !waits.some((one) => one.name === name && one.found.length > 0),
  );
  assert.deepEqual(unused, [], "these need no exception");
});

test("each form of waiting for a time is found", () => {
  for (const line of [
    'await page.goto(address, { waitUntil: "networkidle" });',
    "await page.waitForTimeout(500);",
    "await new Promise((resolve) => setTimeout(resolve, 100));",
    "await new Promise((resolve) => setTimeout(() => resolve(1), QUIET_MS));",
  ])
    assert.equal(waitsIn("a.test.mjs", line).length, 1, line);
  for (const line of ["setTimeout(resolve);", "await settled(page);", "window.setTimeout = broken;"])
    assert.deepEqual(waitsIn("a.test.mjs", line), [], line);
});
