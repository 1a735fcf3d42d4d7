// Runs cargo and shows how far it is, without a line for each library. A failure whose cause is outside of the project
// gets one sentence.
//
// node scripts/building/cargo.mjs build -p askline-server

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { ROOT } from "../testing/root.mjs";
import { TARGET } from "./folders.mjs";
import { readCargo, showProgress } from "./progress.mjs";
import { reasonOf } from "./reasons.mjs";

/** Cargo shows its progress to a terminal only, unless it is given a width. */
const PROGRESS = { CARGO_TERM_PROGRESS_WHEN: "always", CARGO_TERM_PROGRESS_WIDTH: "80", CARGO_TERM_COLOR: "never" };

/**
 * Runs cargo. What it prints to stderr besides its progress is printed at the end; if it fails for a reason outside of
 * the project, only a sentence about this.
 * @param {string[]} words
 * @param {{ env?: Record<string, string>, onOutput?: (part: string) => void }} [how] `onOutput` gets what it prints to
 *   stdout
 * @returns {Promise<number>} its exit code
 */
export async function cargo(words, { env = {}, onOutput = (part) => process.stdout.write(part) } = {}) {
  const child = spawn("cargo", words, {
    cwd: ROOT,
    env: { ...process.env, ...PROGRESS, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const shown = showProgress({
    isTerminal: process.stderr.isTTY === true,
    write: (text) => process.stderr.write(text),
  });
  /** @type {string[]} */
  const lines = [];
  const reader = readCargo({
    onProgress: shown.at,
    onWaiting: shown.waiting,
    onText: (line) => lines.push(line),
  });
  child.stdout.setEncoding("utf8").on("data", onOutput);
  child.stderr.setEncoding("utf8").on("data", reader.write);
  /** @type {number} */
  const code = await new Promise((resolve, reject) =>
    child.on("error", reject).on("close", (code) => resolve(code ?? 1)),
  );
  reader.end();
  shown.clear();
  const text = lines.join("\n").trim();
  const folder = existsSync(TARGET) ? TARGET : ROOT;
  const reason = code === 0 ? undefined : reasonOf(text, folder);
  if (reason !== undefined || text !== "") process.stderr.write(`${reason ?? text}\n`);
  return code;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await cargo(process.argv.slice(2));
