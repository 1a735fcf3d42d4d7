// Each program of docs/cookbook.md, as it stands there, against a demo.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";

import ts from "typescript";

import { startDemo } from "../../scenes/askline.mjs";

const COOKBOOK = fileURLToPath(new URL("../../../docs/cookbook.md", import.meta.url));
/** What a recipe prints, if it worked. @type {Record<string, RegExp>} */
const PRINTS = {
  "Every site with its asks of the last week": /^(\S+ \d+ \d+\n){3}$/,
  "The pages that readers ask about most": /^(\/\S* \d+ \S+\n){2,10}$/,
  "Is the site cited, and is the difference real?": /^cited in \d+ ?% of \d+ answers\n/,
  "Create a prompt, safely even if the connection breaks": /^prm_\w+\n$/,
};

/** @typedef {{ title: string, language: string, code: string }} Program */

/** @returns {Promise<Program[]>} */
async function programs() {
  const text = await readFile(COOKBOOK, "utf8");
  return text.split(/^## /m).slice(1).flatMap((chapter) => {
    const title = chapter.slice(0, chapter.indexOf("\n"));
    return [...chapter.matchAll(/^```(ts|python)\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({ title, language, code }));
  });
}

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {string} */
let folder;
before(async () => {
  [demo, folder] = await Promise.all([startDemo(), mkdtemp(join(tmpdir(), "askline-cookbook-"))]);
});
after(async () => {
  await demo?.end();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const all = await programs();
const client = (/** @type {string} */ language) => all.find((one) => one.title === "The client" && one.language === language)?.code ?? "";

test("every recipe stands there in both languages", () => {
  const expected = ["The client", ...Object.keys(PRINTS)].flatMap((title) => [`${title}: ts`, `${title}: python`]);
  assert.deepEqual(all.map(({ title, language }) => `${title}: ${language}`), expected);
});

for (const [title, prints] of Object.entries(PRINTS)) {
  for (const { language, code } of all.filter((one) => one.title === title)) {
    test(`${title}: runs as it stands there, in ${language}`, async () => {
      const text = `${client(language)}\n${code}`;
      const file = join(folder, language === "ts" ? "program.mjs" : "program.py");
      await writeFile(file, language === "ts" ? ts.transpileModule(text, { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } }).outputText : text);
      const env = { ...process.env, ASKLINE_URL: demo.listening, ASKLINE_KEY: demo.key };
      const { stdout } = await promisify(execFile)(language === "ts" ? process.execPath : "python3", [file], { env });
      assert.match(stdout, prints);
    });
  }
}
