// Tests imports.mjs: it finds import cycles and imports between pages, and nothing else.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

import { intoPages, circlesOf, importsIn } from "./imports.mjs";

/**
 * The imports of the given sources, with names relative to their folder.
 * @param {Record<string, string>} sources
 */
async function graphOf(sources) {
  const folder = await mkdtemp(join(tmpdir(), "askline-imports-"));
  try {
    for (const [name, text] of Object.entries(sources)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const named = (/** @type {string} */ file) => file.slice(folder.length + 1);
    return new Map([...importsIn(folder)].map(([file, imported]) => [named(file), imported.map(named)]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("a circle of three files in several folders is found once, through code, types and files that are loaded later", async () => {
  const graph = await graphOf({
    "a.ts": 'import { b } from "./one/b.js";\n',
    "one/b.tsx": 'import type { C } from "../c";\n',
    "c.mjs": '/** @type {import("./a").A} */\n',
    "d.ts": 'import "./a";\nvoid import("./e");\n',
    "e.ts": 'import { x } from "node:fs";\n',
  });
  const circles = circlesOf(graph);
  assert.equal(circles.length, 1);
  assert.deepEqual(new Set(circles[0]), new Set(["a.ts", "one/b.tsx", "c.mjs"]));
});

test("files that import each other in one direction make no circle", async () => {
  assert.deepEqual(
    circlesOf(await graphOf({ "a.ts": 'import "./b";\nimport "./c";\n', "b.ts": 'import "./c";\n', "c.ts": "" })),
    [],
  );
});

test("a page's files are imported by itself and by what opens it, and by no other page, the frame, or what pages share", async () => {
  const graph = await graphOf({
    "features/keys/KeysPage.tsx":
      'import "./queries";\nimport "../shared/prompts/queries";\nimport "../members/queries";\nimport "../../ui/Button";\n',
    "features/keys/queries.ts": "",
    "features/members/queries.ts": "",
    "features/shared/prompts/queries.ts": 'import "../../members/queries";\n',
    "shell/Palette.tsx": 'import "../features/keys/queries";\nimport "../features/shared/prompts/queries";\n',
    "ui/Button.tsx": "",
    "router.tsx": 'import "./features/keys/KeysPage";\n',
    "early.ts": 'void import("./features/keys/KeysPage");\n',
  });
  assert.deepEqual(intoPages(graph, "features").sort(), [
    "features/keys/KeysPage.tsx -> features/members/queries.ts",
    "features/shared/prompts/queries.ts -> features/members/queries.ts",
    "shell/Palette.tsx -> features/keys/queries.ts",
  ]);
});
