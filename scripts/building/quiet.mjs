// Runs a command without its output. If it fails, prints why in one sentence, or else what the command printed.
//
// node scripts/building/quiet.mjs npm ci

import { spawn } from "node:child_process";

import { reasonOf } from "./reasons.mjs";

const [command, ...words] = process.argv.slice(2);
const child = spawn(command, words, { stdio: ["ignore", "pipe", "pipe"] });
let text = "";
for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (text += part));
child.on("error", (error) => {
  text += `${error.message}\n`;
});
child.on("close", (code) => {
  if (code === 0) return;
  process.stderr.write(`${reasonOf(text, process.cwd()) ?? text.trimEnd()}\n`);
  process.exitCode = 1;
});
