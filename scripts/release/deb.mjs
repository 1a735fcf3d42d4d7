// The package for Debian and Ubuntu: files, unit, maintainer scripts. Built by dpkg-deb from a tree.

import { cpSync, mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

import { settleModes } from "./archive.mjs";
import { ROOT, run } from "./run.mjs";
import { GLIBC } from "./targets.mjs";

const SCRIPTS = ["postinst", "prerm", "postrm"];
/**
 * The differences between the package's unit and deploy/askline.service: its paths, a settings file, a permanent
 * account.
 */
const UNIT = [
  [/^# \/etc\/systemd\/system\/.*\n/m, ""],
  [/^ExecStart=\/usr\/local\/bin\/askline serve$/m, "ExecStart=/usr/bin/askline serve"],
  [/^Environment=ASKLINE_DATA=\/var\/lib\/askline$/m, "Environment=ASKLINE_CONFIG=/etc/askline/askline.toml"],
  [/^Environment=ASKLINE_PUBLIC_URL=.*\n/m, ""],
  [/^Environment=ASKLINE_PROXY__TRUSTED=.*\n/m, ""],
  [
    /^# An account that exists while.*\nDynamicUser=yes$/m,
    "# The package's account, and one folder that it may write.\nUser=askline\nGroup=askline",
  ],
];

/** The package's unit. */
export function unit() {
  let text = readFileSync(join(ROOT, "deploy/askline.service"), "utf8");
  for (const [was, is] of UNIT) {
    const next = text.replace(was, /** @type {string} */ (is));
    if (next === text) throw new Error(`deploy/askline.service has no line ${was}`);
    text = next;
  }
  return text;
}

/**
 * Lays out what the package installs.
 * @param {import("./tree.mjs").Parts} parts
 */
function layOut({ binary, pages, notices, folder }) {
  const put = (/** @type {string} */ from, /** @type {string} */ to) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(from, join(folder, to));
  };
  const write = (/** @type {string} */ to, /** @type {string | Buffer} */ content) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    writeFileSync(join(folder, to), content);
  };
  put(binary, "usr/bin/askline");
  put(join(pages, "completions/bash/askline"), "usr/share/bash-completion/completions/askline");
  put(join(pages, "completions/zsh/_askline"), "usr/share/zsh/vendor-completions/_askline");
  put(join(pages, "completions/fish/askline.fish"), "usr/share/fish/vendor_completions.d/askline.fish");
  const packed = (/** @type {string} */ file) => gzipSync(readFileSync(file), { level: 9 });
  for (const page of readdirSync(join(pages, "man")))
    write(`usr/share/man/man1/${page}.gz`, packed(join(pages, "man", page)));
  write("usr/share/doc/askline/changelog.gz", packed(join(ROOT, "CHANGELOG.md")));
  put(join(ROOT, "deploy/debian/copyright"), "usr/share/doc/askline/copyright");
  put(notices, "usr/share/doc/askline/THIRD-PARTY-LICENSES.txt");
  put(join(ROOT, "config/default.toml"), "usr/share/doc/askline/askline.toml.example");
  put(join(ROOT, "deploy/debian/askline.toml"), "etc/askline/askline.toml");
  write("usr/lib/systemd/system/askline.service", unit());
}

/**
 * Builds the package.
 * @param {import("./tree.mjs").Parts} parts
 * @param {{ debian: string, libc: "musl" | "glibc" }} chosen
 * @param {import("./commit.mjs").Commit} commit
 * @param {string} file
 */
export function deb(parts, { debian, libc }, { version, seconds }, file) {
  const { folder } = parts;
  layOut(parts);
  const control = join(folder, "DEBIAN");
  mkdirSync(control);
  const bytes = Number(run(["du", "--summarize", "--apparent-size", "--block-size=1", folder]).split("\t")[0]);
  const libraries = libc === "glibc" ? `libc6 (>= ${GLIBC}), ` : "";
  const fields = readFileSync(join(ROOT, "deploy/debian/control"), "utf8")
    .replace("@VERSION@", version)
    .replace("@ARCHITECTURE@", debian)
    .replace("@LIBRARIES@", libraries)
    .replace("@KIB@", String(Math.ceil(bytes / 1024)));
  writeFileSync(join(control, "control"), fields);
  writeFileSync(join(control, "conffiles"), "/etc/askline/askline.toml\n");
  for (const script of SCRIPTS) cpSync(join(ROOT, "deploy/debian", script), join(control, script));
  settleModes(folder);
  // dpkg-deb lowers times that are newer than the commit, and keeps older ones.
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort().reverse();
  for (const name of [...names, "."]) utimesSync(join(folder, name), seconds, seconds);
  run(["dpkg-deb", "--root-owner-group", "-Zxz", "--threads-max=1", "--build", folder, file], {
    env: { SOURCE_DATE_EPOCH: String(seconds) },
  });
}
