// The packages of a release: their content, and the same bytes at every build. They are made of a small program instead
// of the binary. `image.test.mjs` starts the real binary in the image's files.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { commit } from "../scripts/release/commit.mjs";
import { makePackages } from "../scripts/release/packages.mjs";
import { PROCESSORS, choose } from "../scripts/release/targets.mjs";
import { ROOT, image } from "./dockerfile.mjs";

const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
/** A program of this machine that is linked like the binary. */
const PROGRAM = "/usr/bin/true";
const folder = mkdtempSync(join(tmpdir(), "askline-packages-"));
const made = [join(folder, "first"), join(folder, "second")];
const here = run(["uname", "-m"]).trim();
const processor = PROCESSORS.find(({ machine }) => machine === here) ?? assert.fail(`releases are not made on ${here}`);
const { version, seconds } = commit();

/** @param {string[]} line */
function run([program, ...args]) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: "utf8",
    maxBuffer: 1 << 26,
    env: { ...process.env, TZ: "UTC" },
  });
  assert.equal(status, 0, `${program} ${args.join(" ")}: ${error ?? ""}${stdout}${stderr}`);
  return stdout;
}

before(() => {
  const [glibc] = processor.targets.filter((target) => target.endsWith("-gnu"));
  const built = [{ ...processor, target: glibc, libc: /** @type {const} */ ("glibc"), binary: PROGRAM }];
  for (const dist of made) {
    const releases = "https://example.com/releases/v@VERSION@";
    assert.deepEqual(
      makePackages(built, { dist, releases, runnable: join(TARGET, "debug/askline") }, { version, seconds }),
      [],
    );
  }
});

after(() => rmSync(folder, { recursive: true }));

test("the same commit gives the same bytes", () => {
  const [first, second] = made.map((dist) => readFileSync(join(dist, "SHA256SUMS"), "utf8"));
  assert.equal(first, second);
});

test("the checksums name every other file", () => {
  const named = readFileSync(join(made[0], "SHA256SUMS"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.slice(66));
  assert.deepEqual(
    named,
    readdirSync(made[0])
      .filter((name) => name !== "SHA256SUMS")
      .sort(),
  );
  run(["sh", "-c", 'cd "$0" && sha256sum --check --quiet SHA256SUMS', made[0]]);
});

test("the archive contains the binary, its licenses, completions and manual pages, owned by no user of the machine that built it", () => {
  const name = `askline-${version}-linux-${here}`;
  const lines = run([
    "tar",
    "--list",
    "--verbose",
    "--numeric-owner",
    "--full-time",
    "--file",
    join(made[0], `${name}.tar.gz`),
  ])
    .trim()
    .split("\n");
  const files = new Map(lines.map((line) => [line.split(/\s+/).at(-1)?.replace(`${name}/`, "") ?? "", line]));
  for (const wanted of [
    "askline",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "THIRD-PARTY-LICENSES.txt",
    "completions/bash/askline",
    "completions/zsh/_askline",
    "completions/fish/askline.fish",
    "man/askline.1",
    "man/askline-serve.1",
    "man/askline-org-create.1",
    "askline.service",
  ])
    assert.ok(files.has(wanted), `${wanted} is missing among ${[...files.keys()].join(" ")}`);
  const time = new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ");
  for (const line of lines) assert.match(line, new RegExp(`^[-d]rw[-x]r-[-x]r-[-x] 0/0 +\\d+ ${time} `));
});

test("the licenses of what is linked and embedded are in the archive and in the bill of materials", () => {
  const name = `askline-${version}-linux-${here}`;
  const notices = run([
    "tar",
    "--extract",
    "--to-stdout",
    "--file",
    join(made[0], `${name}.tar.gz`),
    `${name}/THIRD-PARTY-LICENSES.txt`,
  ]);
  const bill = JSON.parse(readFileSync(join(made[0], `${name}.cdx.json`), "utf8"));
  /** @type {{ name: string, purl: string, version: string, licenses: { expression: string }[] }[]} */
  const components = bill.components;
  assert.equal(bill.bomFormat, "CycloneDX");
  for (const wanted of ["rusqlite", "tokio", "react", "rust-std"])
    assert.ok(
      components.some((one) => one.name === wanted),
      wanted,
    );
  // What only tests and the compiler use is not in the binary.
  for (const other of ["proptest", "serde_derive", "vite"])
    assert.ok(!components.some((one) => one.name === other), other);
  for (const { name: component, version: of, licenses } of components) {
    assert.equal(licenses.length, 1, `${component} has no license`);
    assert.ok(notices.includes(`${component} ${of} (${licenses[0].expression})`), component);
  }
});

test("the package for Debian brings the unit, the settings and an account, and no data", () => {
  const file = join(made[0], `askline_${version}_${processor.debian}.deb`);
  const fields = run(["dpkg-deb", "--field", file]);
  assert.match(fields, new RegExp(`^Version: ${version}$`, "m"));
  assert.match(fields, new RegExp(`^Architecture: ${processor.debian}$`, "m"));
  assert.match(fields, /^Depends: libc6 \(>= 2\.17\), adduser$/m);
  const unpacked = join(folder, "deb");
  mkdirSync(unpacked);
  run(["dpkg-deb", "--raw-extract", file, unpacked]);
  assert.equal(readFileSync(join(unpacked, "DEBIAN/conffiles"), "utf8"), "/etc/askline/askline.toml\n");
  assert.deepEqual(readdirSync(join(unpacked, "DEBIAN")).sort(), [
    "conffiles",
    "control",
    "postinst",
    "postrm",
    "prerm",
  ]);
  assert.deepEqual(readdirSync(unpacked).sort(), ["DEBIAN", "etc", "usr"]);
  const unit = readFileSync(join(unpacked, "usr/lib/systemd/system/askline.service"), "utf8");
  assert.match(unit, /^ExecStart=\/usr\/bin\/askline serve$/m);
  assert.match(unit, /^User=askline$/m);
  assert.match(unit, /^Environment=ASKLINE_CONFIG=\/etc\/askline\/askline\.toml$/m);
  assert.doesNotMatch(unit, /example\.com|DynamicUser|\/usr\/local/);
  // The service reads the package's settings unchanged.
  const settings = readFileSync(join(unpacked, "etc/askline/askline.toml"), "utf8").replace(
    "/var/lib/askline",
    join(folder, "data"),
  );
  writeFileSync(join(folder, "askline.toml"), settings);
  const name = ["--name", "Example Ltd", "--owner-email", "you@example.com"];
  run([join(TARGET, "debug/askline"), "org", "create", ...name, "--config", join(folder, "askline.toml")]);
  assert.ok(readdirSync(join(folder, "data")).includes("metadata.db"));
});

test("the image's layers and settings are the Dockerfile's, and every digest holds", () => {
  const { environment, user, volumes, entrypoint, defaults, healthCommand } = image();
  const unpacked = join(folder, "image");
  mkdirSync(unpacked);
  run([
    "tar",
    "--extract",
    "--file",
    join(made[0], `askline-${version}-image-${processor.image}.tar`),
    "--directory",
    unpacked,
  ]);
  const blobs = join(unpacked, "blobs/sha256");
  for (const name of readdirSync(blobs))
    assert.equal(
      createHash("sha256")
        .update(readFileSync(join(blobs, name)))
        .digest("hex"),
      name,
    );
  const [{ Config, RepoTags, Layers }] = JSON.parse(readFileSync(join(unpacked, "manifest.json"), "utf8"));
  assert.deepEqual(RepoTags, [`askline:${version}`, "askline:latest"]);
  const { architecture, config, rootfs } = JSON.parse(readFileSync(join(unpacked, Config), "utf8"));
  assert.equal(architecture, processor.image);
  assert.equal(config.User, user);
  assert.deepEqual(
    config.Env,
    Object.entries(environment).map((pair) => pair.join("=")),
  );
  assert.deepEqual([config.Entrypoint, config.Cmd, Object.keys(config.Volumes)], [entrypoint, defaults, volumes]);
  assert.deepEqual(config.Healthcheck.Test, ["CMD", ...healthCommand]);
  assert.equal(config.Healthcheck.Interval, 30e9);
  const layer = spawnSync("gzip", ["--decompress", "--stdout", join(unpacked, Layers[0])], {
    maxBuffer: 1 << 28,
  }).stdout;
  assert.deepEqual(rootfs.diff_ids, [`sha256:${createHash("sha256").update(layer).digest("hex")}`]);
  const listed = spawnSync("tar", ["--list", "--verbose", "--numeric-owner"], {
    input: layer,
    encoding: "utf8",
  }).stdout;
  assert.match(listed, /^-rwxr-xr-x 0\/0 .* usr\/bin\/askline$/m);
  assert.match(listed, new RegExp(`^drwx------ ${user.replace(":", "/")} .* data/$`, "m"));

  const layout = join(folder, "layout");
  mkdirSync(layout);
  run(["tar", "--extract", "--file", join(made[0], `askline-${version}-image.oci.tar`), "--directory", layout]);
  const read = (/** @type {string} */ digest) =>
    JSON.parse(readFileSync(join(layout, "blobs", digest.replace(":", "/")), "utf8"));
  const index = JSON.parse(readFileSync(join(layout, "index.json"), "utf8"));
  const [{ digest, platform }] = read(index.manifests[0].digest).manifests;
  assert.deepEqual(platform, { architecture: processor.image, os: "linux" });
  assert.equal(`blobs/${read(digest).config.digest.replace(":", "/")}`, Config);
});

test("a target that is not installed is left out by name, with the way to add it", () => {
  const { chosen, notes } = choose((target) => target === "x86_64-unknown-linux-gnu");
  assert.deepEqual(
    chosen.map(({ target, libc }) => [target, libc]),
    [["x86_64-unknown-linux-gnu", "glibc"]],
  );
  assert.equal(notes.length, 2);
  assert.match(notes[0], /x86_64 .*glibc 2\.17.*rustup target add x86_64-unknown-linux-musl$/);
  assert.match(notes[1], /aarch64 is left out.*rustup target add aarch64-unknown-linux-musl$/);
  const all = choose(() => true);
  assert.deepEqual(
    all.chosen.map(({ libc }) => libc),
    ["musl", "musl"],
  );
  assert.deepEqual(all.notes, []);
});
