// Shared by the tests of generated clients: an instance, its document, and running programs. A program that fails ends
// the test.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, isAbsolute, join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before } from "node:test";

import { ROOT, startDemo } from "../e2e/scenes/askline.mjs";
import { NEW_VALUE, operationsWithOpenLists, requestsOf, serveLaterRelease } from "./later_release.mjs";

export const HERE = join(ROOT, "clients");

/** Options of the TypeScript compiler besides `strict`. */
const STRICTER = { noUncheckedIndexedAccess: true };

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;

/**
 * Starts a demo before the tests of a file and ends it after them; returns where its clients are made, and where its
 * document is.
 * @param {string} name of the folder for what is made: one of this package, so that clients find its modules
 * @param {() => Promise<void>} prepare what else is needed, once the instance is there
 */
export function withInstance(name, prepare = async () => {}) {
  const made = join(HERE, "dist", name);
  const document = join(made, "openapi.json");
  before(async () => {
    await rm(made, { recursive: true, force: true });
    await mkdir(made, { recursive: true });
    demo = await startDemo();
    await writeFile(document, await (await fetch(`${demo.listening}/api/v1/openapi.json`)).text());
    await prepare();
  });
  after(async () => {
    await demo.end();
  });
  return { document, made, instance: () => demo };
}

export const bin = (/** @type {string} */ name) => join(HERE, "node_modules/.bin", name);

/**
 * Runs a program, which must succeed; returns its output.
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} more variables of its environment
 */
export function run(program, args, more = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: HERE,
    env: { ...settings(), ...more },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.equal(status, 0, `${program} ${args.join(" ")}\n${stdout}\n${stderr}`);
  return stdout + stderr;
}

/**
 * Runs a program while this one goes on, which may serve it; returns its output. It must succeed.
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} more variables of its environment
 */
export async function runBeside(program, args, more) {
  const started = spawn(program, args, { cwd: HERE, env: { ...settings(), ...more } });
  const ended = new Promise((resolve) => started.on("close", resolve));
  const [stdout, stderr] = await Promise.all([text(started.stdout), text(started.stderr)]);
  assert.equal(await ended, 0, `${program} ${args.join(" ")}\n${stdout}\n${stderr}`);
  return stdout;
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
 * Calls an instance without a client; returns the data.
 * @param {{ listening: string }} instance
 * @param {string} method
 * @param {string} path
 * @param {string} token
 * @param {unknown} [body]
 */
export async function call({ listening }, method, path, token, body) {
  const response = await fetch(`${listening}/api/v1${path}`, {
    method,
    headers: { "content-type": "application/json", ...(token === "" ? {} : { authorization: `Bearer ${token}` }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  assert.ok(response.ok, JSON.stringify(answer));
  return answer.data;
}

/**
 * Compiles a TypeScript program with the client that it uses, and runs it; returns its output.
 * @param {string} made
 * @param {string} name of both
 * @param {object} more options of the compiler, besides `strict`
 */
export async function compileAndRun(made, name, more = STRICTER) {
  const folder = join(made, name);
  await compile(folder, name, more);
  return run("node", [join(folder, `compiled/${name}.js`)]);
}

/**
 * Compiles a TypeScript program with the client in a folder.
 * @param {string} folder
 * @param {string} program its name
 * @param {object} more options of the compiler, besides `strict`
 */
export async function compile(folder, program, more = STRICTER) {
  await compileIn(folder, [join(HERE, "programs", `${program}.ts`)], more, ["client/**/*.ts", "*.d.ts"]);
}

/**
 * Compiles TypeScript programs in a folder, which get there first.
 * @param {string} folder
 * @param {string[]} programs
 * @param {object} more options of the compiler, besides `strict`
 * @param {string[]} include other sources
 */
export async function compileIn(folder, programs, more = STRICTER, include = []) {
  const names = programs.map((path) => basename(path));
  for (const path of programs) if (isAbsolute(path)) await cp(path, join(folder, basename(path)));
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
      include: [...names, ...include],
    }),
  );
  run(bin("tsc"), ["-p", folder]);
}

/**
 * Checks that a program reads every operation of a server that answers with values and fields that the document does not
 * name. It prints `read` and the id of each operation in whose answer it found the new value.
 * @param {string} path of the document
 * @param {string} program
 * @param {string[]} args
 * @param {(operation: any) => boolean} supports whether the generator supports an operation
 */
export async function readsALaterRelease(path, program, args, supports = () => true) {
  const document = JSON.parse(await readFile(path, "utf8"));
  const requests = `${path}.requests.json`;
  await writeFile(requests, JSON.stringify(requestsOf(document)));
  const later = await serveLaterRelease(document);
  const env = { ...process.env, CLIENT_SERVER: later.address, CLIENT_NEW_VALUE: NEW_VALUE, CLIENT_REQUESTS: requests };
  const started = spawn(program, args, { cwd: HERE, env });
  const [stdout, stderr] = await Promise.all([text(started.stdout), text(started.stderr)]);
  await later.end();
  const read = [...stdout.matchAll(/^read (\w+)$/gm)].map(([, name]) => name);
  const expected = operationsWithOpenLists(document, supports);
  assert.ok(expected.length > 0);
  assert.deepEqual(read.toSorted(), expected.toSorted(), stderr);
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
