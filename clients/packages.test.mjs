// The packages for programs with the real binary, also over a network that fails.

import assert from "node:assert/strict";
import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";

import { ROOT } from "../e2e/scenes/askline.mjs";
import { makeClients } from "../scripts/release/clients.mjs";
import { startFaultyFront } from "./faulty_front.mjs";
import { HERE, bin, call, compileIn, pythonWith, run, runBeside, withInstance } from "./generated.mjs";

/** The maximum size of a package, in bytes. */
const MAX_BYTES = 60 * 1024;

const { made, instance } = withInstance("packages", prepare);
const packages = join(made, "made");
/** @type {Awaited<ReturnType<typeof startFaultyFront>>} */
let front;
/** @type {Record<string, string>} */
let env;
/** @type {string} */
let guide;

async function prepare() {
  makeClients(packages, { seconds: 1_700_000_000 }, bin("tsc"));
  front = await startFaultyFront(() => instance().listening);
  const [{ email, password, orgId }] = instance().organizations;
  const { token } = await call(instance(), "POST", "/auth/login", "", { email, password });
  env = { ASKLINE_URL: instance().listening, ASKLINE_FRONT: front.address, ASKLINE_TOKEN: token, ASKLINE_ORG: orgId };
  guide = await readFile(join(ROOT, "docs/clients.md"), "utf8");
}
after(() => front.end());

/** @param {string} ending */
async function packageOf(ending) {
  const name = (await readdir(packages)).find((one) => one.endsWith(ending));
  return join(packages, name ?? assert.fail(`no ${ending}`));
}

/**
 * A program of the guide.
 * @param {string} language
 */
function programOf(language) {
  const [, code] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "ms").exec(guide) ?? [];
  return code ?? assert.fail(`the guide has no program in ${language}`);
}

/** How many of the organization's sites have a domain. @param {string} domain */
async function sitesWith(domain) {
  const { items } = await call(instance(), "GET", `/sites?limit=200&orgId=${env.ASKLINE_ORG}`, env.ASKLINE_TOKEN);
  return items.filter((/** @type {{ domain: string }} */ site) => site.domain === domain).length;
}

test("the packages are small, need no other package, and have the same bytes at every build", async () => {
  const again = join(made, "again");
  makeClients(again, { seconds: 1_700_000_000 }, bin("tsc"));
  const names = await readdir(packages);
  assert.equal(names.length, 3, names.join(" "));
  for (const name of names) {
    assert.ok((await stat(join(packages, name))).size <= MAX_BYTES, name);
    assert.deepEqual(await readFile(join(packages, name)), await readFile(join(again, name)), name);
  }
  const manifest = JSON.parse(await readFile(join(HERE, "typescript/package.json"), "utf8"));
  assert.equal(manifest.dependencies, undefined);
  assert.doesNotMatch(await readFile(join(HERE, "python/pyproject.toml"), "utf8"), /^dependencies/m);
});

test("the TypeScript package is strict, creates what is asked for once, and reads every page", async () => {
  const folder = join(made, "typescript");
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const tarball = await packageOf(".tgz");
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--no-save", "--prefix", folder, tarball]);
  await writeFile(join(folder, "guide.ts"), programOf("ts"));
  await compileIn(folder, ["guide.ts", join(HERE, "programs/askline_api.ts")]);
  const program = (/** @type {string} */ name) => runBeside("node", [join(folder, "compiled", name)], env);
  const first = await program("guide.js");
  assert.equal((await program("guide.js")).split("\n")[0], first.split("\n")[0].replace("version 2", "version 3"));
  assert.match(first, /^site_\w{26} has version 2\n(.+: \d+ clicks\n)+NOT_FOUND req_\w{26}\n$/);
  assert.equal(await sitesWith("guides.example"), 1);
  assert.match(await program("askline_api.js"), /^14 tasks done$/m);
  assert.equal(await sitesWith("lost-typescript.example"), 1);
});

test("the Python package is typed, creates what is asked for once, and reads every page", async () => {
  const python = pythonWith(".venv", "requirements.txt");
  const wheel = await packageOf(".whl");
  const installed = join(made, "installed");
  const install = ["install", "--quiet", "--no-index", "--no-deps", "--disable-pip-version-check"];
  run(join(python, "pip"), [...install, "--target", installed, wheel]);
  const guided = join(made, "guide.py");
  await writeFile(guided, programOf("python"));
  const checked = [guided, join(HERE, "programs/askline_package.py"), join(installed, "askline")];
  run(join(python, "mypy"), ["--strict", "--cache-dir", join(made, "mypy"), ...checked], { MYPYPATH: installed });
  const program = (/** @type {string} */ path) =>
    runBeside(join(python, "python"), [path], { ...env, PYTHONPATH: installed });
  const first = await program(guided);
  assert.match(first, /^site_\w{26} has version 2\n(.+: \d+ clicks\n)+NOT_FOUND req_\w{26}\n$/);
  assert.equal((await program(guided)).split("\n")[0], first.split("\n")[0].replace("version 2", "version 3"));
  assert.equal(await sitesWith("guides-python.example"), 1);
  assert.match(await program(checked[1]), /^13 tasks done$/m);
  assert.equal(await sitesWith("lost-python.example"), 1);
});

test("a change without a key reached the instance once from either package, although its answer was lost", async () => {
  const { items } = await call(instance(), "GET", `/sites?limit=200&orgId=${env.ASKLINE_ORG}`, env.ASKLINE_TOKEN);
  const mine = items.filter((/** @type {{ domain: string }} */ { domain }) => domain.startsWith("lost-"));
  assert.equal(mine.length, 2);
  for (const { id, name } of mine) {
    assert.equal(name, "Renamed");
    assert.equal(front.passedOn(`PATCH /api/v1/sites/${id}`), 1);
  }
  assert.equal(front.passedOn("POST /api/v1/sites"), 4);
});
