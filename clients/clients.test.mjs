// Clients made by three generators from the served document call eight routes of the real binary.
//
// Each is compiled strictly before it runs, so a type that the document tells wrongly shows.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { createClient } from "@hey-api/openapi-ts";

import { ROOT, startDemo } from "../e2e/askline.mjs";

const HERE = join(ROOT, "clients");
/** Where the clients are made; a folder of this package, so that they find its modules. */
const MADE = join(HERE, "dist");
const DOCUMENT = join(MADE, "openapi.json");
const PYTHON = join(HERE, ".venv");

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;

before(async () => {
  await rm(MADE, { recursive: true, force: true });
  await mkdir(MADE);
  demo = await startDemo();
  await writeFile(DOCUMENT, await (await fetch(`${demo.listening}/api/v1/openapi.json`)).text());
});

after(async () => {
  await demo.end();
});

/**
 * Runs a program to its end, which must be a good one; what it said.
 * @param {string} program
 * @param {string[]} args
 */
function run(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: HERE, env: settings(), encoding: "utf8" });
  assert.equal(status, 0, `${program} ${args.join(" ")}\n${stdout}\n${stderr}`);
  return stdout + stderr;
}

/** What a program needs to know of the instance. */
function settings() {
  const [{ email, password, orgId }] = demo.organizations;
  return {
    ...process.env,
    CLIENT_SERVER: demo.listening, CLIENT_EMAIL: email, CLIENT_PASSWORD: password, CLIENT_ORG: orgId, CLIENT_SITE: demo.siteId,
  };
}

const bin = (/** @type {string} */ name) => join(HERE, "node_modules/.bin", name);

/**
 * Compiles a TypeScript program with the client it uses and runs it.
 * @param {string} name
 */
async function compileAndRun(name) {
  const folder = join(MADE, name);
  await cp(join(HERE, "programs", `${name}.ts`), join(folder, "program.ts"));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({
    compilerOptions: {
      target: "es2022", module: "nodenext", strict: true, noUncheckedIndexedAccess: true, types: ["node"],
      lib: ["es2023", "dom", "dom.iterable"], outDir: "compiled",
    },
    include: ["program.ts", "client/**/*.ts", "*.d.ts"],
  }));
  run(bin("tsc"), ["-p", folder]);
  return run("node", [join(folder, "compiled/program.js")]);
}

test("a client of openapi-typescript is strict and calls eight routes", async () => {
  const folder = join(MADE, "openapi_typescript");
  await mkdir(folder, { recursive: true });
  run(bin("openapi-typescript"), [DOCUMENT, "--output", join(folder, "api.d.ts"), "--default-non-nullable=false"]);
  assert.match(await compileAndRun("openapi_typescript"), /^8 routes called$/m);
});

test("a client of hey-api is strict and calls eight routes", async () => {
  const folder = join(MADE, "hey_api");
  await createClient({
    input: DOCUMENT, output: { path: join(folder, "client"), importFileExtension: ".js" }, logs: { level: "silent" },
  });
  assert.match(await compileAndRun("hey_api"), /^8 routes called$/m);
});

test("a client of openapi-python-client is made whole and calls eight routes", () => {
  if (!existsSync(join(PYTHON, "bin/openapi-python-client"))) {
    run("python3", ["-m", "venv", PYTHON]);
    run(join(PYTHON, "bin/pip"), ["install", "--quiet", "--disable-pip-version-check", "-r", join(HERE, "requirements.txt")]);
  }
  const made = join(MADE, "python");
  const said = run(join(PYTHON, "bin/openapi-python-client"), ["generate", "--path", DOCUMENT, "--output-path", made, "--meta", "none"]);
  // It knows JSON alone: files and texts are the only things that it may pass over.
  const passedOver = [...said.matchAll(/unsupported content.type ([a-z/-]+)/gi)].map(([, type]) => type);
  assert.deepEqual(new Set(passedOver), new Set(["text/plain", "text/csv", "application/x-ndjson"]));
  assert.equal([...said.matchAll(/^WARNING/gm)].length, passedOver.length, said);
  assert.match(run(join(PYTHON, "bin/python"), [join(HERE, "programs/python_client.py"), MADE]), /^8 routes called$/m);
});
