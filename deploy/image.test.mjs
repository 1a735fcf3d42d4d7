// The image, tested without a container engine. Its tree is laid out as the Dockerfile says, and its binary is started
// in it as the image's user, with the image's environment and nothing else. The binary is the debug build, linked like
// the shipped one.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { after, before, test } from "node:test";

import { ROOT, image, stages } from "./dockerfile.mjs";
import { freePort } from "./throwaway_servers.mjs";

const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
/** Only root may change the root folder of a process. */
const AS_ROOT = process.getuid?.() === 0 ? [] : ["sudo", "--non-interactive"];
/** The program and the libraries that it is made of. */
const CRATES_OF_THE_BINARY = [
  "askline",
  "askline_server",
  "askline_api",
  "askline_jobs",
  "askline_store",
  "askline_app",
  "askline_domain",
];
/** Longer than a start takes; only a failing test waits this long. */
const MAX_READY_MS = 30_000;

const folder = mkdtempSync(join(tmpdir(), "askline-image-"));
const tree = join(folder, "root");
const { base, copies, environment, user, volumes, command, healthCommand } = image();

/**
 * Runs a program; returns what it printed.
 * @param {string[]} line
 * @param {string} [input]
 */
function run([program, ...args], input) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8", input });
  assert.equal(status, 0, `${program} ${args.join(" ")}: ${error ?? ""}${stdout}${stderr}`);
  return stdout;
}

/**
 * The command line that runs a command in the tree as the image would: the image's user and environment, and no more.
 * @param {string[]} commandLine
 * @param {Record<string, string>} [own] settings in addition to the image's
 */
function contained(commandLine, own = {}) {
  const variables = Object.entries({ ...environment, ...own }).map(([name, value]) => `${name}=${value}`);
  return [...AS_ROOT, "env", "-i", ...variables, "/usr/sbin/chroot", `--userspec=${user}`, tree, ...commandLine];
}

/**
 * The settings in compose.yaml if none of its variables is set.
 * @returns {Record<string, string>}
 */
function composeSettings() {
  const text = readFileSync(join(ROOT, "deploy/compose.yaml"), "utf8");
  const found = text.matchAll(/^ +(ASKLINE_\w+): \$\{\w+:-(.*)\}$/gm);
  return Object.fromEntries([...found].map(([, name, value]) => [name, value]));
}

before(() => {
  run([join(ROOT, "deploy/image_tree.sh"), join(TARGET, "debug/askline"), join(folder, "image")]);
  for (const { flags, from, to } of copies) {
    assert.equal(flags.from, "binary", "the last stage takes files from the stage with the binary alone");
    const source = join(folder, from);
    cpSync(source, join(tree, to), { recursive: true });
    if (!flags.chown) continue;
    for (const name of readdirSync(source)) run([...AS_ROOT, "chown", "-R", flags.chown, join(tree, to, name)]);
  }
});

after(() => run([...AS_ROOT, "rm", "-rf", folder]));

test("the image holds nothing but the binary, the C library and the names of its users", () => {
  assert.equal(base, "scratch");
  const files = run(["find", tree, "-type", "f"])
    .trim()
    .split("\n")
    .map((file) => relative(tree, file));
  const expected =
    /^(usr\/bin\/askline|etc\/(passwd|group|nsswitch\.conf)|lib(64)?\/([\w-]+\/)?(ld-linux-|lib(c|m|gcc_s)\.so)[\w.-]*)$/;
  assert.deepEqual(
    files.filter((file) => !expected.test(file)),
    [],
  );
});

test("the image starts as a user without rights, answers its own health check, and ends with 0", async () => {
  assert.doesNotMatch(user, /^(0|root)\b/);
  assert.deepEqual(volumes, [environment.ASKLINE_DATA]);
  assert.equal(environment.ASKLINE_LISTEN, "0.0.0.0:8080");
  // Only the port is the test's: another server may use the usual one.
  const own = { ...composeSettings(), ASKLINE_LISTEN: `0.0.0.0:${await freePort()}` };
  const healthy = () => {
    const [program, ...args] = contained(healthCommand, own);
    return spawnSync(program, args, { encoding: "utf8" });
  };
  assert.notEqual(healthy().status, 0, "nothing runs yet");

  const [program, ...args] = contained(command, own);
  const server = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding("utf8").on("data", (part) => {
      said += part;
    });
  const ended = new Promise((done) => server.on("exit", done));
  try {
    const end = Date.now() + MAX_READY_MS;
    while (healthy().status !== 0 && server.exitCode === null && Date.now() < end)
      await new Promise((done) => setTimeout(done, 100));
    assert.equal(healthy().status, 0, `${healthy().stderr}${said}`);

    // Commands that an operator runs in the container next to the server: time zones and host names need no other file.
    const made = JSON.parse(
      run(
        contained(
          [
            "askline",
            "org",
            "create",
            "--name",
            "Example Ltd",
            "--owner-email",
            "you@example.com",
            "--owner-password-stdin",
          ],
          own,
        ),
        "a good long password\n",
      ),
    );
    run(
      contained(
        [
          "askline",
          "site",
          "create",
          "--org",
          made.orgId,
          "--domain",
          "blog.example.com",
          "--timezone",
          "Europe/Berlin",
        ],
        own,
      ),
    );
    assert.match(run(contained(["askline", "doctor", "--json"], own)), /"healthy":true/);
    const data = join(tree, environment.ASKLINE_DATA);
    assert.equal(run([...AS_ROOT, "stat", "-c", "%u:%g %a", data]).trim(), `${user} 700`);
    assert.match(run([...AS_ROOT, "ls", data]), /metadata\.db/);
  } finally {
    server.kill("SIGTERM");
  }
  assert.equal(await ended, 0, said);
  assert.notEqual(healthy().status, 0, "it ended");
});

test("the Dockerfile copies every source that the binary is made from", () => {
  const stage = stages().find(({ name }) => name === "binary");
  const copied = (stage?.instructions ?? [])
    .filter(({ word }) => word === "COPY")
    .map(({ rest }) => rest.split(" ").slice(0, -1))
    .flat();
  const sent = readFileSync(join(ROOT, "deploy/Dockerfile.dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("!"));
  const sources = [...new Set(CRATES_OF_THE_BINARY.flatMap(sourcesOf))]
    .map((file) => relative(ROOT, resolve(ROOT, file)))
    .filter((file) => !file.startsWith("..") && !file.startsWith(relative(ROOT, TARGET)))
    // Settings of the lints, which the compiler of the tests also reads.
    .filter((file) => file !== "clippy.toml")
    // Files that change with the commit, which the image's build gets as SOURCE_COMMIT.
    .filter((file) => !file.startsWith(".git/"));
  assert.ok(sources.length > 100, `only ${sources.length} sources were found`);
  const isWithin = (/** @type {string} */ file, /** @type {string} */ path) =>
    file === path || file.startsWith(`${path}/`);
  // The built front ends come from the previous stage.
  const built = ["widget/dist", "dashboard/dist"];
  for (const file of sources.filter((file) => !built.some((path) => isWithin(file, path)))) {
    assert.ok(
      copied.some((path) => isWithin(file, path)),
      `${file} is copied into no stage`,
    );
    assert.ok(
      sent.some((line) => isWithin(file, line.slice(1))),
      `${file} is not sent to the build`,
    );
  }
});

/**
 * The files that the compiler read for the newest build of a crate, without its tests, according to the list that it
 * writes next to its output.
 * @param {string} crate
 */
function sourcesOf(crate) {
  const folder = join(TARGET, "debug/deps");
  const made = crate === "askline" ? /^askline-[0-9a-f]+\.d$/ : new RegExp(`^lib${crate}-[0-9a-f]+\\.rlib$`);
  const [newest] = readdirSync(folder)
    .filter((name) => made.test(name))
    .map((name) => join(folder, name))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  assert.ok(newest !== undefined, `${crate} is built`);
  const list = newest.replace(/lib(askline_\w+-[0-9a-f]+)\.rlib$/, "$1.d");
  const [line] = readFileSync(list, "utf8").split("\n");
  return line.slice(line.indexOf(": ") + 2).split(" ");
}
