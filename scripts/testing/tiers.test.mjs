// Every test belongs to one tier. None is lost between `make test`, `.ci/run` and `make test-long`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { SHORT, TIER, everyFile, filesOf, runsCell, runsTests } from "../../e2e/tiers.mjs";
import { ROOT } from "./root.mjs";
import { PART_COUNT } from "./parts.mjs";
import { SUITES } from "./suites.mjs";
import { EVERYTHING, PART_OF, TIERS } from "./tiers.mjs";

/** What a machine of a stranger has, or one package brings. */
const OF_STRANGERS = ["openssl", "curl", "chromium"];
/** The tests of the scripts are steps of `make check`, which comes first in CI. */
const OF_CHECK = /^scripts\/.*\.test\.mjs$/;
/** The last two are the same files: each test of them is in one of the suites (e2e/scenes/cells.mjs). */
const JOURNEYS = ["e2e", "journeys"];

const read = (/** @type {string} */ path) => readFileSync(join(ROOT, path), "utf8");
const filesLike = (/** @type {string[]} */ patterns) =>
  spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns], {
    cwd: ROOT,
    encoding: "utf8",
  })
    .stdout.trim()
    .split("\n");

test("each suite belongs to one tier, or is a part of a suite that does", () => {
  const inTiers = Object.values(TIERS).flat();
  assert.deepEqual(
    Object.keys(SUITES).filter((name) => !inTiers.includes(name) && !(name in PART_OF)),
    [],
  );
  assert.equal(new Set(inTiers).size, inTiers.length, "a suite is in two tiers");
  assert.deepEqual(
    inTiers.filter((name) => !(name in SUITES)),
    [],
  );
  for (const whole of Object.values(PART_OF)) assert.ok(EVERYTHING.includes(whole), whole);
});

test("`make test` needs Rust, Node, a browser, OpenSSL and curl, and no server, Python or proxy", () => {
  const needed = TIERS.test.flatMap((name) => SUITES[name].needs ?? []);
  assert.deepEqual(
    needed.filter((name) => !OF_STRANGERS.includes(name)),
    [],
  );
  assert.deepEqual(
    TIERS.test.filter((name) => SUITES[name].builds === "all"),
    [],
    "these build programs that `make test` does not run",
  );
});

test("each file with tests is run by one suite", () => {
  const files = filesLike(["*.test.mjs", "*.test.ts", "*.test.tsx", "*.test.js"]);
  assert.ok(files.length > 100, `only ${files.length} files were found`);
  for (const file of files.filter((name) => !OF_CHECK.test(name))) {
    const running = Object.keys(SUITES).filter((name) => SUITES[name].files?.test(file) === true);
    assert.ok(
      running.length === 1 || running.join() === JOURNEYS.join(),
      `${file}: ${running.join(", ") || "no suite"}`,
    );
  }
  const check = ["scripts/check.sh", "scripts/check_pages.sh"].map(read).join("\n");
  for (const file of files.filter((name) => OF_CHECK.test(name)))
    assert.ok(check.includes(file), `${file} is in neither scripts/check.sh nor scripts/check_pages.sh`);
});

test("each file of journeys is run by `make test` or by every second commit in CI, and each cell by one commit of six", () => {
  const hasTable = (/** @type {string} */ file) => read(join("e2e", file)).includes("journeysOf(");
  const short = filesOf("test", hasTable);
  assert.equal(short.length, Object.keys(SHORT).length, "e2e/tiers.mjs names a file that does not exist");
  const parts = Array.from({ length: PART_COUNT }, (_, part) => filesOf("ci", hasTable, part));
  for (const file of everyFile()) {
    const running = parts.filter((files) => files.includes(file)).length;
    const ofTest = hasTable(file) ? PART_COUNT : 0;
    assert.equal(running, short.includes(file) ? ofTest : PART_COUNT / 2, file);
    for (let row = 0; row < PART_COUNT; row += 1) {
      const path = join(ROOT, "e2e", file);
      const cells = parts.filter((_, part) => runsCell(path, row, "ci", part)).length;
      assert.equal(cells, 1, `row ${row} of ${file}`);
    }
  }
  const [even, odd] = parts.map((files) => files.length);
  assert.ok(Math.abs(even - odd) <= everyFile().length / 10, `${even} files in one half and ${odd} in the other`);
  assert.deepEqual([...new Set([...short, ...filesOf("ci", hasTable, null)])].sort(), everyFile());
});

test("a file with a table takes its tests from the table's module, so that each test runs in one tier", () => {
  const own = everyFile()
    .filter((file) => read(join("e2e", file)).includes("journeysOf("))
    .filter((file) => /import \{[^}]*\btest\b[^}]*\} from "node:test"/.test(read(join("e2e", file))));
  assert.deepEqual(own, []);
});

test("a file of journeys ends, even if no test and no cell of it is in what runs", () => {
  const folder = mkdtempSync(join(tmpdir(), "askline-journeys-"));
  const url = (/** @type {string} */ path) => JSON.stringify(pathToFileURL(join(ROOT, path)));
  const ofCommit = filesOf("ci", () => false)[0];
  const ofOther = everyFile().find((file) => !runsTests(join(ROOT, "e2e", file), "ci"));
  for (const like of [ofCommit, ofOther]) {
    const file = join(folder, "empty.test.mjs");
    writeFileSync(
      file,
      `import { createServer } from "node:net";
       import { after, before } from "node:test";
       import { journeysOf } from ${url("e2e/scenes/cells.mjs")};
       journeysOf(${url(`e2e/${like}`)});
       const server = createServer();
       before(() => void server.listen(0, "127.0.0.1"));
       after(() => void server.close(() => console.log("closed")));`,
    );
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { status, stdout } = spawnSync(process.execPath, ["--test-reporter=tap", "--test-force-exit", file], {
      env: { ...env, [TIER]: "ci" },
      encoding: "utf8",
      timeout: 60_000,
    });
    assert.equal(status, 0, like);
    assert.match(stdout, /^closed$/m, like);
  }
  rmSync(folder, { recursive: true });
});

test("every simulation is in a module that `make test-long` runs", () => {
  const ignored = filesLike(["crates/*.rs", "bench/*.rs"]).flatMap((file) =>
    [...read(file).matchAll(/#\[ignore = "([^"]*)"\]/g)].map(([, reason]) => ({ file, reason })),
  );
  const unknown = ignored.filter(({ reason }) => !/^(long: |writes |rewrites |shows |measures)/.test(reason));
  assert.deepEqual(unknown, [], "an ignored test is long, or writes, shows or measures something");
});
