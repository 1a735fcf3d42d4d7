// The stages and instructions of the Dockerfile, as far as the tests use them.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * An instruction: its word in capitals, its flags, and the rest.
 * @typedef {{ word: string, flags: Record<string, string>, rest: string }} Instruction
 */

/**
 * The stages in their order.
 * @returns {{ name: string, base: string, instructions: Instruction[] }[]}
 */
export function stages() {
  const text = readFileSync(join(ROOT, "deploy/Dockerfile"), "utf8");
  const lines = text
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .join("\n")
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n");
  /** @type {{ name: string, base: string, instructions: Instruction[] }[]} */
  const stages = [];
  for (const line of lines.filter((line) => line.trim() !== "")) {
    const [word, ...words] = line.trim().split(/\s+/);
    /** @type {Record<string, string>} */
    const flags = {};
    while (words[0]?.startsWith("--")) {
      const [name, value = ""] = /** @type {string} */ (words.shift()).slice(2).split(/=(.*)/s);
      flags[name] = value;
    }
    if (word === "FROM") stages.push({ name: words[2] ?? "", base: words[0], instructions: [] });
    else stages.at(-1)?.instructions.push({ word, flags, rest: words.join(" ") });
  }
  return stages;
}

/**
 * The image's settings for the process that it starts.
 */
export function image() {
  const last = stages().at(-1);
  if (last === undefined) throw new Error("The Dockerfile has no stage.");
  const of = (/** @type {string} */ word) => last.instructions.filter((one) => one.word === word);
  const one = (/** @type {string} */ word) => {
    const found = of(word);
    if (found.length !== 1) throw new Error(`The last stage must have exactly one ${word}, but has ${found.length}.`);
    return found[0].rest;
  };
  const health = one("HEALTHCHECK");
  /** @type {string[]} */
  const healthCommand = JSON.parse(health.slice(health.indexOf("CMD ") + 4));
  return {
    base: last.base,
    copies: of("COPY").map(({ flags, rest }) => ({ flags, from: rest.split(" ")[0], to: rest.split(" ")[1] })),
    environment: Object.fromEntries(
      of("ENV").flatMap(({ rest }) => rest.split(/\s+/).map((pair) => pair.split(/=(.*)/s).slice(0, 2))),
    ),
    user: one("USER"),
    folder: one("WORKDIR"),
    volumes: /** @type {string[]} */ (JSON.parse(one("VOLUME"))),
    ports: one("EXPOSE").split(/\s+/),
    entrypoint: /** @type {string[]} */ (JSON.parse(one("ENTRYPOINT"))),
    defaults: /** @type {string[]} */ (JSON.parse(one("CMD"))),
    command: /** @type {string[]} */ ([...JSON.parse(one("ENTRYPOINT")), ...JSON.parse(one("CMD"))]),
    healthCommand,
    healthTimes: of("HEALTHCHECK")[0].flags,
  };
}
