// install.sh with a release from a local server or from a folder. The binary of the release is a script that calls the
// debug build, so that packing is fast.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { settleModes, tar } from "../scripts/release/archive.mjs";
import { layOut, writeCommandPages } from "../scripts/release/tree.mjs";
import { ROOT } from "./dockerfile.mjs";

const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
const BINARY = join(TARGET, "debug/askline");
const folder = mkdtempSync(join(tmpdir(), "askline-install-"));
const machine = spawnSync("uname", ["-m"], { encoding: "utf8" }).stdout.trim();
const NAME = `askline-1.2.3-linux-${machine}`;
const release = join(folder, "release");
let homes = 0;

/** The paths that clients requested from the server. @type {string[]} */
const asked = [];
const server = createServer((request, response) => {
  const name = request.url ?? "/";
  asked.push(name);
  const file = join(release, name);
  if (existsSync(file)) response.end(readFileSync(file));
  else response.writeHead(404).end("Not found\n");
});

/** Packs a release whose binary is this script. @param {string} script @param {string} to */
function pack(script, to) {
  const work = mkdtempSync(join(folder, "work-"));
  const binary = join(work, "askline");
  writeFileSync(binary, script);
  chmodSync(binary, 0o755);
  writeCommandPages(BINARY, join(work, "pages"));
  writeFileSync(join(work, "notices"), "");
  layOut({ binary, pages: join(work, "pages"), notices: join(work, "notices"), folder: join(work, "files", NAME) });
  settleModes(join(work, "files"));
  mkdirSync(to);
  tar(join(work, "packed.tar"), join(work, "files"), { seconds: 1 });
  spawnSync("gzip", ["--fast", "--no-name", join(work, "packed.tar")]);
  renameSync(join(work, "packed.tar.gz"), join(to, `${NAME}.tar.gz`));
  cpSync(join(ROOT, "deploy/install.sh"), join(to, "install.sh"));
  const sums = spawnSync("sha256sum", [`${NAME}.tar.gz`, "install.sh"], { cwd: to, encoding: "utf8" });
  writeFileSync(join(to, "SHA256SUMS"), sums.stdout);
}

/**
 * Runs the script as a user with their own home folder; returns its output and that folder.
 * @param {{ dist?: string, script?: string, options?: string[], piped?: boolean, path?: string }} [how] `piped`: the
 *   script comes by stdin
 */
async function install({
  dist,
  script = join(release, "install.sh"),
  options = [],
  piped = false,
  path = "/usr/bin:/bin",
} = {}) {
  const home = join(folder, `home-${homes++}`);
  mkdirSync(home);
  const env = { HOME: home, PATH: path, ...(dist === undefined ? {} : { ASKLINE_DIST: dist }) };
  // The tests may run as root, for whom the default folder is another one.
  const prefix = options.includes("--help") ? [] : ["--prefix", join(home, ".local")];
  const child = spawn("sh", [...(piped ? ["-s", "--"] : [script]), ...prefix, ...options], { env, cwd: home });
  // A script from a file does not read its stdin, and may have ended already.
  child.stdin.on("error", () => {});
  child.stdin.end(piped ? readFileSync(script) : "");
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part) => {
      said += part;
    });
  const code = await new Promise((done) => child.on("close", done));
  return {
    code,
    said,
    home,
    installed: existsSync(join(home, ".local"))
      ? readdirSync(join(home, ".local"), { recursive: true, encoding: "utf8" })
      : [],
  };
}

const address = () => `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;

before(async () => {
  pack(`#!/bin/sh\nexec '${BINARY}' "$@"\n`, release);
  server.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
});

after(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

test("one line installs the binary, its completions and manual pages for one user, and says what it did", async () => {
  asked.length = 0;
  const { code, said, home } = await install({ dist: address(), piped: true });
  assert.equal(code, 0, said);
  assert.deepEqual(asked, ["/SHA256SUMS", `/${NAME}.tar.gz`]);
  const prefix = join(home, ".local");
  for (const file of [
    "bin/askline",
    "share/bash-completion/completions/askline",
    "share/zsh/site-functions/_askline",
    "share/fish/vendor_completions.d/askline.fish",
    "share/man/man1/askline.1",
    "share/man/man1/askline-org-create.1",
  ]) {
    assert.ok(existsSync(join(prefix, file)), file);
    assert.ok(said.includes(join(prefix, file)), `${file} is not named in ${said}`);
  }
  const [sum] = readFileSync(join(release, "SHA256SUMS"), "utf8").split(" ");
  assert.ok(said.includes(sum), said);
  assert.match(said, /is not in your PATH/);
  const { stdout } = spawnSync(join(prefix, "bin/askline"), ["--version"], { encoding: "utf8" });
  assert.match(stdout, /^askline \d/);
});

test("a folder with a release needs no network, also without naming it", async () => {
  asked.length = 0;
  for (const dist of [release, `file://${release}`, undefined]) {
    const { code, said, installed } = await install({ dist });
    assert.equal(code, 0, said);
    assert.ok(installed.includes("bin/askline"));
  }
  assert.deepEqual(asked, []);
});

test("a second installation replaces the binary as a whole and leaves nothing else behind", async () => {
  const { home, installed } = await install({ dist: release });
  const prefix = ["--prefix", join(home, ".local")];
  const { code, said } = await install({
    dist: release,
    options: prefix,
    path: `${join(home, ".local/bin")}:/usr/bin:/bin`,
  });
  assert.equal(code, 0, said);
  assert.doesNotMatch(said, /is not in your PATH/);
  assert.deepEqual(readdirSync(join(home, ".local"), { recursive: true, encoding: "utf8" }).sort(), installed.sort());
});

test("an archive that is not what the checksums say is refused, and nothing is installed", async () => {
  const bad = join(folder, "bad");
  cpSync(release, bad, { recursive: true });
  appendFileSync(join(bad, `${NAME}.tar.gz`), "x");
  const { code, said, installed } = await install({ dist: bad });
  assert.equal(code, 1, said);
  assert.match(said, /is not what SHA256SUMS says.*Nothing was installed/);
  assert.deepEqual(installed, []);
});

test("a binary that does not run here is not installed", async () => {
  const broken = join(folder, "broken");
  pack("#!/nowhere/interpreter\n", broken);
  const { code, said, installed } = await install({ dist: broken });
  assert.equal(code, 1, said);
  assert.match(said, /does not run on this machine\. Nothing was installed/);
  assert.deepEqual(installed, []);
});

test("without a release, or with one for other processors alone, it says so and does nothing", async () => {
  const other = join(folder, "other");
  mkdirSync(other);
  writeFileSync(join(other, "SHA256SUMS"), `${"0".repeat(64)}  askline-1.2.3-linux-sparc.tar.gz\n`);
  for (const [dist, words] of [
    [other, /names no archive for/],
    [join(folder, "nothing"), /there is no release in/],
    [`${address()}/nothing`, /cannot download .*SHA256SUMS/],
    ["http://example.com/releases", /is not encrypted/],
  ]) {
    const { code, said, installed } = await install({ dist: /** @type {string} */ (dist) });
    assert.equal(code, 1, said);
    assert.match(said, /** @type {RegExp} */ (words));
    assert.deepEqual(installed, []);
  }
});

test("a dry run says what would be done, and downloads the checksums alone", async () => {
  asked.length = 0;
  const { code, said, installed } = await install({ dist: address(), options: ["--dry-run"] });
  assert.equal(code, 0, said);
  assert.match(said, new RegExp(`${NAME}\\.tar\\.gz`));
  assert.deepEqual(asked, ["/SHA256SUMS"]);
  assert.deepEqual(installed, []);
});

test("a script that was cut off does nothing", async () => {
  const cut = join(folder, "cut.sh");
  const text = readFileSync(join(release, "install.sh"), "utf8");
  writeFileSync(cut, text.slice(0, text.lastIndexOf("main ")));
  const { said, installed } = await install({ dist: release, script: cut, piped: true });
  assert.deepEqual([said, installed], ["", []]);
});
