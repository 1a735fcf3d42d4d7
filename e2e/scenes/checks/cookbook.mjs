// The programs of docs/cookbook.md, unchanged, against a demo.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

import { ROOT, startDemo } from "../askline.mjs";

const LANGUAGES = ["ts", "python", "go"];
/** What a recipe prints, if it worked. @type {Record<string, RegExp>} */
const PRINTS = {
  "Every site with its asks of the last week": /^(\S+ \d+ \d+\n){3}$/,
  "The pages that readers ask about most": /^(\/\S* \d+ \S+\n){2,10}$/,
  "Is the site cited, and did that change?": /^cited in \d+% of \d+ answers\n/,
  "Create a prompt, safely even if the connection breaks": /^prm_\w+\n$/,
};

/** @typedef {{ file: string, compile?: (code: string) => string, command: string[] }} Runner how a program is run: its file's name, and the command before it */
/** @typedef {{ title: string, language: string, code: string }} Program */

/** @returns {Promise<Program[]>} */
async function programs() {
  const text = await readFile(join(ROOT, "docs/cookbook.md"), "utf8");
  const blocks = new RegExp(`^\`\`\`(${LANGUAGES.join("|")})\\n([\\s\\S]*?)^\`\`\`$`, "gm");
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap((chapter) => {
      const title = chapter.slice(0, chapter.indexOf("\n"));
      return [...chapter.matchAll(blocks)].map(([, language, code]) => ({ title, language, code }));
    });
}

/**
 * Registers a test for each recipe in these languages, after a test that each recipe has all languages.
 * @param {Record<string, Runner>} runners by language
 */
export async function testRecipes(runners) {
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
  test("every recipe stands there in every language", () => {
    const expected = ["The client", ...Object.keys(PRINTS)].flatMap((title) =>
      LANGUAGES.map((language) => `${title}: ${language}`),
    );
    assert.deepEqual(
      all.map(({ title, language }) => `${title}: ${language}`),
      expected,
    );
  });
  for (const [title, prints] of Object.entries(PRINTS)) {
    for (const [
      language,
      {
        file,
        compile = (/** @type {string} */ text) => text,
        command: [program, ...words],
      },
    ] of Object.entries(runners)) {
      test(`${title}: runs as it stands there, in ${language}`, async () => {
        const parts = ["The client", title].map(
          (part) => all.find((one) => one.title === part && one.language === language)?.code,
        );
        const path = join(folder, file);
        await writeFile(path, compile(parts.join("\n")));
        const env = { ...process.env, ASKLINE_URL: demo.listening, ASKLINE_KEY: demo.key };
        const { stdout } = await promisify(execFile)(program, [...words, path], { env });
        assert.match(stdout, prints);
      });
    }
  }
}
