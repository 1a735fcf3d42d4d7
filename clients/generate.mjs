// Writes the generated part of the packages for programs, and their versions.
// It reads the OpenAPI document of the binary.
//
//   askline openapi | node clients/generate.mjs           writes clients/typescript and clients/python
//   askline openapi | node clients/generate.mjs FOLDER    writes there instead, for a comparison

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { python } from "./packages/python.mjs";
import { typescript } from "./packages/typescript.mjs";

const HERE = import.meta.dirname;
const target = process.argv[2] ?? HERE;

const parts = [];
for await (const part of process.stdin) parts.push(part);
const document = JSON.parse(Buffer.concat(parts).toString("utf8"));
const { version } = document.info;

const files = {
  ...within("typescript/src/generated", typescript(document)),
  ...within("python/src/askline", python(document)),
  "typescript/package.json": (await source("typescript/package.json")).replace(
    /"version": ".*"/,
    `"version": "${version}"`,
  ),
  "python/pyproject.toml": (await source("python/pyproject.toml")).replace(
    /^version = ".*"$/m,
    `version = "${version}"`,
  ),
};
for (const [name, text] of Object.entries(files)) {
  await mkdir(dirname(join(target, name)), { recursive: true });
  await writeFile(join(target, name), text);
}

/**
 * @param {string} folder
 * @param {Record<string, string>} written
 */
function within(folder, written) {
  return Object.fromEntries(Object.entries(written).map(([name, text]) => [`${folder}/${name}`, text]));
}

/** @param {string} name */
function source(name) {
  return readFile(join(HERE, name), "utf8");
}
