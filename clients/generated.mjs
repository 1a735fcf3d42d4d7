// Shared by the tests of generated clients: an instance, its document, and running programs. A program that fails ends
// the test.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before } from "node:test";

import { ROOT, startDemo } from "../e2e/scenes/askline.mjs";

export const HERE = join(ROOT, "clients");

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;

/**
 * Starts a demo before the tests of a file and ends it after them; returns where its clients are made, and where its
 * document is.
 * @param {string} name of the folder for what is made: one of this package, so that clients find its modules
 */
export function withInstance(name) {
  const made = join(HERE, "dist", name);
  const document = join(made, "openapi.json");
  before(async () => {
    await rm(made, { recursive: true, force: true });
    await mkdir(made, { recursive: true });
    demo = await startDemo();
    await writeFile(document, await (await fetch(`${demo.listening}/api/v1/openapi.json`)).text());
  });
  after(async () => {
    await demo.end();
  });
  return { document, made };
}

export const bin = (/** @type {string} */ name) => join(HERE, "node_modules/.bin", name);

/**
 * Runs a program, which must succeed; returns its output.
 * @param {string} program
 * @param {string[]} args
 */
export function run(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: HERE,
    env: settings(),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.equal(status, 0, `${program} ${args.join(" ")}\n${stdout}\n${stderr}`);
  return stdout + stderr;
}

/** The environment of a program, with what it needs to know about the instance. */
function settings() {
  const [{ email, password, orgId }] = demo.organizations;
  return {
    ...process.env,
    CLIENT_SERVER: demo.listening,
    CLIENT_EMAIL: email,
    CLIENT_PASSWORD: password,
    CLIENT_ORG: orgId,
    CLIENT_SITE: demo.siteId,
  };
}

/**
 * Compiles a TypeScript program with the client that it uses, and runs it; returns its output.
 * @param {string} made
 * @param {string} name of both
 * @param {object} more options of the compiler, besides `strict`
 */
export async function compileAndRun(made, name, more = { noUncheckedIndexedAccess: true }) {
  const folder = join(made, name);
  await cp(join(HERE, "programs", `${name}.ts`), join(folder, "program.ts"));
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        target: "es2022",
        module: "nodenext",
        strict: true,
        ...more,
        types: ["node"],
        lib: ["es2023", "dom", "dom.iterable"],
        outDir: "compiled",
      },
      include: ["program.ts", "client/**/*.ts", "*.d.ts"],
    }),
  );
  run(bin("tsc"), ["-p", folder]);
  return run("node", [join(folder, "compiled/program.js")]);
}

/**
 * Creates a Python environment with these packages; returns where its programs are.
 * @param {string} name of its folder
 * @param {string} requirements a file of this folder
 */
export function pythonWith(name, requirements) {
  const environment = join(HERE, name);
  const done = join(environment, "installed");
  if (!existsSync(done)) {
    run("python3", ["-m", "venv", environment]);
    run(join(environment, "bin/pip"), [
      "install",
      "--quiet",
      "--disable-pip-version-check",
      "-r",
      join(HERE, requirements),
    ]);
    run("touch", [done]);
  }
  return join(environment, "bin");
}
