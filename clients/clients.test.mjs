// Clients made by generators from the served document do ten tasks with the real binary.
//
// Those in TypeScript are compiled strictly before they run, so that wrong types in the document are found.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { createClient } from "@hey-api/openapi-ts";

import { HERE, bin, compile, compileAndRun, pythonWith, readsALaterRelease, run, withInstance } from "./generated.mjs";

const { document, made } = withInstance("usual");

test("a client of openapi-typescript is strict and does ten tasks", async () => {
  const folder = join(made, "openapi_typescript");
  await mkdir(folder, { recursive: true });
  run(bin("openapi-typescript"), [document, "--output", join(folder, "api.d.ts")]);
  assert.match(await compileAndRun(made, "openapi_typescript"), /^10 tasks done$/m);
});

test("a client of hey-api is strict and does ten tasks", async () => {
  const folder = join(made, "hey_api");
  await createClient({
    input: document,
    output: { path: join(folder, "client"), importFileExtension: ".js" },
    logs: { level: "silent" },
  });
  assert.match(await compileAndRun(made, "hey_api"), /^10 tasks done$/m);
});

test("a client of hey-api reads the values that a later release adds to lists", async () => {
  const folder = join(made, "hey_api");
  await compile(folder, "later_release_hey_api");
  await readsALaterRelease(document, "node", [join(folder, "compiled/later_release_hey_api.js")]);
});

test("a client of openapi-python-client is made whole and does ten tasks", () => {
  const python = pythonWith(".venv", "requirements.txt");
  const folder = join(made, "python");
  const said = run(join(python, "openapi-python-client"), [
    "generate",
    "--path",
    document,
    "--output-path",
    folder,
    "--meta",
    "none",
  ]);
  // It supports only JSON: responses that are files or texts, and packed lines of logs, are all that it may leave out.
  const passedOver = [...said.matchAll(/unsupported content.type ([a-z/-]+)/gi)].map(([, type]) => type);
  assert.deepEqual(
    new Set(passedOver),
    new Set(["text/plain", "text/csv", "application/x-ndjson", "application/gzip", "application/zstd"]),
  );
  assert.equal([...said.matchAll(/^WARNING/gm)].length, passedOver.length, said);
  assert.match(run(join(python, "python"), [join(HERE, "programs/python_client.py"), made]), /^10 tasks done$/m);
});

test("a client of openapi-python-client reads the values that a later release adds to lists", async () => {
  const python = join(pythonWith(".venv", "requirements.txt"), "python");
  await readsALaterRelease(document, python, [join(HERE, "programs/later_release_python_client.py"), made]);
});
