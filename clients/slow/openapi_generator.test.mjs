// Clients of openapi-generator do ten tasks with the real binary. Generating one client takes half a minute.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import { HERE, compile, compileAndRun, pythonWith, readsALaterRelease, run, withInstance } from "../generated.mjs";

/** Where Debian keeps Go's packages: the generated client uses one of them to check patterns. */
const GO_PACKAGES = "/usr/share/gocode";

const { document, made } = withInstance("slow");

const environment = () => pythonWith(".venv-slow", "slow/requirements.txt");

/**
 * Whether typescript-fetch can call an operation by its document alone: a body, if there is one, has a schema with a name,
 * after which the parameter is named. Of the two answers of `run_monitor` this generator requires all fields.
 * @param {any} operation
 */
const isCallable = ({ operationId, requestBody }) =>
  operationId !== "run_monitor" &&
  (requestBody === undefined || requestBody.content["application/json"]?.schema.$ref !== undefined);

/**
 * @param {string} generator
 * @param {string} folder
 * @param {string[]} more
 */
function generate(generator, folder, more) {
  // Without receivers of webhooks: these generators write no types for their parameters and bodies, so the code would
  // not compile.
  const parts = ["--global-property", "apis,models,supportingFiles"];
  run(join(environment(), "openapi-generator-cli"), [
    "generate",
    "-g",
    generator,
    "-i",
    document,
    "-o",
    folder,
    ...parts,
    ...more,
  ]);
}

test("a client of openapi-generator's typescript-fetch is strict and does ten tasks", async () => {
  const folder = join(made, "openapi_generator");
  generate("typescript-fetch", join(folder, "client"), ["--additional-properties=importFileExtension=.js"]);
  // The generator's own run-time code compiles with `strict`, but not with stricter options.
  assert.match(await compileAndRun(made, "openapi_generator", {}), /^10 tasks done$/m);
});

test("a client of openapi-generator's typescript-fetch reads the values that a later release adds to lists", async () => {
  const folder = join(made, "openapi_generator");
  await compile(folder, "later_release_openapi_generator", {});
  const program = join(folder, "compiled/later_release_openapi_generator.js");
  await readsALaterRelease(document, "node", [program], isCallable);
});

test("a client of openapi-generator's python does ten tasks", () => {
  const folder = join(made, "python");
  generate("python", folder, []);
  assert.match(
    run(join(environment(), "python"), [join(HERE, "programs/openapi_generator.py"), folder]),
    /^10 tasks done$/m,
  );
});

test("a client of openapi-generator's python reads the values that a later release adds to lists", async () => {
  const program = join(HERE, "programs/later_release_openapi_generator.py");
  await readsALaterRelease(document, join(environment(), "python"), [program, join(made, "python")]);
});

test("a client of openapi-generator's go compiles and does ten tasks", () => {
  const place = join(made, "go");
  // Without a prefix its constants collide, and without modules its packages come only from this machine.
  generate("go", join(place, "src/askline"), [
    "--additional-properties=packageName=askline,enumClassPrefix=true,withGoMod=false",
  ]);
  Object.assign(process.env, { GO111MODULE: "off", GOPATH: `${place}:${GO_PACKAGES}` });
  assert.match(run("go", ["run", join(HERE, "programs/openapi_generator.go")]), /^10 tasks done$/m);
});
