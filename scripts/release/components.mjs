// Third-party parts of the binary: linked crates, embedded npm packages, Rust's standard library.

import { readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { embeddedPackages } from "../embedded.mjs";
import { ROOT, run } from "./run.mjs";

/**
 * `hash` is the package's hash in its registry; `folder` holds its license files.
 * @typedef {{ name: string, version: string, license: string, purl: string, hash: { alg: string, content: string } | null, folder: string | null }} Component
 */

const LICENSE_FILE = /^(licen[cs]e|copying|notice|copyright|unlicense)/i;

/**
 * All components of the binary for a target, sorted by package URL.
 * @param {string} target
 * @returns {Component[]}
 */
export function components(target) {
  const all = [...crates(target), ...packages(), standardLibrary()];
  return all.sort((a, b) => (a.purl < b.purl ? -1 : 1)).filter(({ purl }, at) => purl !== all[at - 1]?.purl);
}

/**
 * @param {string} target
 * @returns {Component[]}
 */
function crates(target) {
  const tree = run([
    "cargo",
    "tree",
    "--locked",
    "-p",
    "askline-server",
    "--edges",
    "normal,no-proc-macro",
    "--target",
    target,
    "--prefix",
    "none",
    "--format",
    "{p}",
  ]);
  const linked = new Set(
    tree
      .split("\n")
      .map((line) => line.match(/^(\S+) v(\S+)/))
      .filter((found) => found !== null)
      .map(([, name, version]) => `${name} ${version}`),
  );
  /** @type {{ packages: { name: string, version: string, license: string | null, source: string | null, manifest_path: string }[] }} */
  const { packages: known } = JSON.parse(run(["cargo", "metadata", "--locked", "--format-version", "1"]));
  const sums = checksums();
  return known
    .filter(({ name, version, source }) => source !== null && linked.has(`${name} ${version}`))
    .map(({ name, version, license, manifest_path: manifest }) => {
      const sum = sums.get(`${name} ${version}`);
      return {
        name,
        version,
        license: (license ?? "").replaceAll("/", " OR "),
        purl: `pkg:cargo/${name}@${version}`,
        hash: sum === undefined ? null : { alg: "SHA-256", content: sum },
        folder: dirname(manifest),
      };
    });
}

/** The checksum of each package in Cargo.lock. */
function checksums() {
  const found = readFileSync(join(ROOT, "Cargo.lock"), "utf8").matchAll(
    /name = "(.+)"\nversion = "(.+)"\nsource = ".+"\nchecksum = "(.+)"/g,
  );
  return new Map([...found].map(([, name, version, sum]) => [`${name} ${version}`, sum]));
}

/** @returns {Component[]} */
function packages() {
  return embeddedPackages().map(({ name, version, license, integrity, folder }) => {
    const [, digest] = integrity?.match(/^sha512-(.+)$/) ?? [];
    return {
      name,
      version,
      license: license ?? "",
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
      hash: digest === undefined ? null : { alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") },
      folder,
    };
  });
}

/** @returns {Component} */
function standardLibrary() {
  const [, version = "unknown"] = run(["rustc", "--version"]).match(/^rustc (\S+)/) ?? [];
  return {
    name: "rust-std",
    version,
    license: "MIT OR Apache-2.0",
    purl: `pkg:generic/rust-std@${version}`,
    hash: null,
    folder: null,
  };
}

/**
 * The texts of all licenses, each once, under the names of the components that it covers.
 * @param {Component[]} list
 */
export function notices(list) {
  /** @type {Map<string, string[]>} */
  const covered = new Map();
  const without = [];
  for (const { name, version, license, folder } of list) {
    const of = `${name} ${version} (${license})`;
    const texts = folder === null ? [] : licenseTexts(folder);
    if (texts.length === 0) without.push(of);
    for (const text of texts) covered.set(text, [...(covered.get(text) ?? []), of]);
  }
  const line = "=".repeat(80);
  const parts = [...covered].map(([text, names]) => `${line}\n${names.join("\n")}\n${line}\n\n${text}\n`);
  const rest =
    without.length === 0
      ? ""
      : `${line}\nPackages without a license file of their own:\n${without.join("\n")}\n${line}\n`;
  return `The Askline binary contains the following software. Each license text follows the names of what it covers.\n\n${parts.join("\n")}\n${rest}`;
}

/**
 * The license files of a package.
 * @param {string} folder
 */
function licenseTexts(folder) {
  const names = readdirSync(folder)
    .filter((name) => LICENSE_FILE.test(name) && statSync(join(folder, name)).isFile())
    .sort();
  return names.map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim());
}
