// Tests what a build says about tools, time, progress and failures.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT } from "../testing/root.mjs";
import { estimate } from "./estimate.mjs";
import { readCargo, showProgress } from "./progress.mjs";
import { reasonOf } from "./reasons.mjs";

const PLENTY = () => 1 << 30;

/**
 * Runs a command that finds only these programs, besides Node if `hasNode`; returns the lines that it prints to stderr.
 * @param {Record<string, string>} programs shell scripts by name
 * @param {string[]} command
 */
function runWith(programs, [program, ...words]) {
  const folder = mkdtempSync(join(tmpdir(), "askline-building-"));
  try {
    for (const [name, script] of Object.entries(programs)) {
      writeFileSync(join(folder, name), `#!/bin/bash\n${script}\n`);
      chmodSync(join(folder, name), 0o755);
    }
    const { status, stdout, stderr } = spawnSync(program, words, {
      cwd: ROOT,
      env: { PATH: folder, CARGO_TARGET_DIR: folder },
      encoding: "utf8",
    });
    return { status, stdout, lines: stderr.split("\n").filter((line) => line !== "") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const TOOLS = {
  cargo: "true",
  rustc: "echo 'rustc 1.95.0 (59807616e 2026-04-14)'",
  node: "echo v20.20.2",
  npm: "true",
  cc: "true",
};

/**
 * Checks what is said with these tools instead of the right ones; `null` removes one.
 * @param {Record<string, string | null>} changes
 * @param {RegExp[]} sentences
 */
function checkTools(changes, sentences) {
  const programs = Object.fromEntries(
    Object.entries({ ...TOOLS, ...changes }).flatMap(([name, script]) => (script === null ? [] : [[name, script]])),
  );
  const { status, lines } = runWith(programs, ["/bin/bash", "scripts/building/tools.sh"]);
  assert.equal(lines.length, sentences.length, lines.join("\n"));
  sentences.forEach((sentence, index) => assert.match(lines[index], sentence));
  for (const line of lines) assert.match(line, /\b(?:run|install)\b.*\.$/, "it says what to do");
  assert.equal(status, sentences.length === 0 ? 0 : 1);
}

test("each tool that is missing, broken or too old gets one sentence that says what to do", () => {
  checkTools({}, []);
  checkTools({ rustc: "echo 'rustc 2.0.0-nightly (1234 2030-01-01)'", node: "echo v100.1.0" }, []);
  checkTools({ cargo: null }, [/^Rust is missing: install Rust 1\.\d+ or newer/]);
  checkTools({ rustc: null }, [/^Rust is missing/]);
  checkTools({ rustc: "echo 'rustup could not choose a version' >&2; exit 1" }, [
    /^Rust is installed but rustc does not start/,
  ]);
  checkTools({ rustc: "echo 'rustc 1.9.0 (1234 2016-05-18)'" }, [/^Rust 1\.9 is too old: run `rustup update`/]);
  checkTools({ node: null }, [/^Node is missing: install Node 20 or newer/]);
  checkTools({ node: "echo v18.20.4" }, [/^Node 18\.20 is too old: install Node 20 or newer/]);
  checkTools({ node: "echo 'GLIBC_2.28 not found' >&2; exit 1" }, [/^Node is installed but does not start/]);
  checkTools({ npm: null }, [/^npm is missing/]);
  checkTools({ cc: null }, [/^A C compiler is missing \(cc\)/]);
  checkTools({ cc: "echo 'fatal error: stdlib.h: No such file' >&2; exit 1" }, [/^The C compiler cc cannot compile/]);
  checkTools({ cargo: null, node: null, cc: null }, [/^Rust/, /^Node/, /^A C compiler/]);
});

test("every target of the Makefile that builds checks the tools first", () => {
  const without = { CI: "1", PATH: process.env.PATH ?? "" };
  for (const target of ["run", "dev", "build", "test", "check", "quick", "run-scaled", "release"]) {
    const { status, stdout } = spawnSync("make", ["--dry-run", "--always-make", target], {
      cwd: ROOT,
      env: without,
      encoding: "utf8",
    });
    assert.equal(status, 0);
    const [first] = stdout.split("\n");
    assert.equal(first, "scripts/building/tools.sh", target);
  }
});

/**
 * Builds with a cargo that does this.
 * @param {string} script
 */
const buildWith = (script) =>
  runWith({ cargo: script }, [process.execPath, "scripts/building/cargo.mjs", "build", "-p", "askline-server"]);

test("a build that the network or the disk ends says so in one sentence, and nothing else", () => {
  const offline = buildWith(`echo >&2 '    Updating crates.io index
warning: spurious network error (1 try remaining): [6] Could not resolve hostname (Could not resolve host: index.crates.io)
error: failed to get \`serde\` as a dependency of package \`askline-api v0.1.0\`
Caused by:
  download of se/rd/serde failed'
exit 101`);
  assert.equal(offline.status, 101);
  assert.equal(offline.lines.length, 1, offline.lines.join("\n"));
  assert.match(offline.lines[0], /^Libraries could not be downloaded: .* run the command again\.$/);
  const full = buildWith(`echo >&2 '   Compiling serde v1.0.229
error: failed to write /tmp/target/debug/deps/libserde.rlib: No space left on device (os error 28)
warning: build failed, waiting for other jobs to finish...'
exit 101`);
  assert.equal(full.status, 101);
  assert.equal(full.lines.length, 1, full.lines.join("\n"));
  assert.match(full.lines[0], /^The disk is full: free some space for \//);
});

test("a build that fails for another reason shows what the compiler said, without the libraries before it", () => {
  const { status, lines } =
    buildWith(`printf '   Compiling serde v1.0.229\\n    Building [=>   ] 3/430: serde\\rerror[E0425]: cannot find value\\n  --> src/main.rs:1:1\\n' >&2
exit 101`);
  assert.equal(status, 101);
  assert.deepEqual(lines, ["error[E0425]: cannot find value", "  --> src/main.rs:1:1"]);
});

test("a build that succeeds shows its warnings and passes on what cargo prints to stdout", () => {
  const { status, stdout, lines } = buildWith(`echo '{"reason":"build-finished"}'
printf '   Compiling serde v1.0.229\\nwarning: unused variable\\n    Finished dev in 0.1s\\n' >&2`);
  assert.deepEqual([status, stdout, lines], [0, '{"reason":"build-finished"}\n', ["warning: unused variable"]]);
});

test("packages that npm cannot download or store get one sentence", () => {
  const quiet = (/** @type {string} */ script) =>
    runWith({ npm: script }, [process.execPath, "scripts/building/quiet.mjs", "npm", "ci"]);
  assert.deepEqual(quiet("echo 'added 3 packages'"), { status: 0, stdout: "", lines: [] });
  const offline = quiet("echo 'npm error code EAI_AGAIN' >&2; echo 'npm error syscall getaddrinfo' >&2; exit 1");
  assert.match(offline.lines.join("\n"), /^Libraries could not be downloaded: [^\n]*$/);
  const full = quiet("echo 'npm error code ENOSPC' >&2; exit 1");
  assert.match(full.lines.join("\n"), /^The disk is full: [^\n]*$/);
  const wrong = quiet("echo 'src/main.ts: wrong type'; exit 2");
  assert.deepEqual([wrong.status, wrong.lines], [1, ["src/main.ts: wrong type"]]);
});

test("a disk without space is the reason, also when the compiler only crashed", () => {
  assert.match(reasonOf("signal: 7, SIGBUS", "/data", () => 4096) ?? "", /^The disk is full/);
  assert.equal(reasonOf("signal: 7, SIGBUS", "/data", PLENTY), undefined);
  assert.equal(reasonOf("error[E0308]: mismatched types", "/data", PLENTY), undefined);
});

test("cargo's output is read in parts of any length", () => {
  const output =
    "    Blocking waiting for file lock on build directory\n  Downloading [>    ] 3/343, remaining bytes: 1.2MB\r" +
    "\u001b[1m   Compiling\u001b[0m serde v1.0\r\n    Building [=>    ] 12/430: serde, syn\rwarning: unused\n    Building [====] 430/430\n";
  for (const length of [1, 2, 7, output.length]) {
    const progress = /** @type {string[]} */ ([]);
    const text = /** @type {string[]} */ ([]);
    const reader = readCargo({
      onProgress: ({ step, done, total }) => progress.push(`${step} ${done}/${total}`),
      onWaiting: () => progress.push("waiting"),
      onText: (line) => text.push(line),
    });
    for (let at = 0; at < output.length; at += length) reader.write(output.slice(at, at + length));
    reader.end();
    assert.deepEqual(
      [progress, text],
      [["waiting", "Downloading 3/343", "Building 12/430", "Building 430/430"], ["warning: unused"]],
      `in parts of ${length}`,
    );
  }
});

test("progress is one line on a terminal, and elsewhere a line every 15 seconds", () => {
  const shown = (/** @type {boolean} */ isTerminal) => {
    let seconds = 0;
    let text = "";
    const progress = showProgress({ isTerminal, write: (part) => (text += part), now: () => seconds * 1000 });
    for (let done = 0; done <= 300; done += 1, seconds += 1) progress.at({ step: "Building", done, total: 300 });
    progress.clear();
    return text;
  };
  const lines = shown(false).trimEnd().split("\n");
  assert.equal(lines.length, 20);
  assert.equal(lines[0], "Building: 5 % (15 of 300), 0:15");
  assert.ok(!shown(true).includes("\n"));
  assert.ok(shown(true).endsWith("\r\u001b[KBuilding: 100 % (300 of 300), 5:00\r\u001b[K"));
});

test("the first build says how long it takes on this machine, and a later one nothing", () => {
  assert.match(estimate("debug", 2, false) ?? "", /^The first build takes about \d+ minutes on 2 processors/);
  assert.match(estimate("debug", 1, false) ?? "", /on one processor/);
  assert.equal(estimate("debug", 2, true), undefined);
  const minutes = (/** @type {number} */ processors) =>
    Number(/\d+/.exec(estimate("release", processors, false) ?? "")?.[0]);
  assert.ok(minutes(2) > minutes(8));
});
