// Starts the stand-in for answer engines, which ends with the test. It is a separate server that speaks their
// protocols.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { ROOT } from "../askline.mjs";

const BINARY = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug/askline-stand-in");

/** How an engine answers: `{ kind: "cited", urls: [] }` and the others in `crates/stand_in/src/reaction.rs`.
 * @typedef {{ kind: string, [field: string]: unknown }} Reaction */

/** Starts a stand-in on a free port of this machine. */
export async function startStandIn() {
  const child = spawn(BINARY, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const first = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`askline-stand-in ended with ${code}`)));
  });
  /** @type {{ address: string, engines: Record<string, { baseUrl: string, apiKey: string }> }} */
  const { address, engines } = JSON.parse(/** @type {string} */ (await first));
  return {
    /**
     * The settings of a service that asks these engines here.
     * @param {string[]} asked
     */
    settings: (asked) =>
      Object.fromEntries(
        asked.flatMap((engine) => [
          [`ASKLINE_ENGINES__${engine.toUpperCase()}__BASE_URL`, engines[engine].baseUrl],
          [`ASKLINE_ENGINES__${engine.toUpperCase()}__API_KEY`, engines[engine].apiKey],
        ]),
      ),
    /**
     * How these engines answer from now on.
     * @param {Record<string, Reaction>} reactions
     */
    async answers(reactions) {
      const plans = Object.entries(reactions).map(([engine, reaction]) => ({ engine, reaction, always: true }));
      const response = await fetch(`${address}/control`, { method: "POST", body: JSON.stringify({ plans }) });
      if (!response.ok) throw new Error(await response.text());
    },
    async end() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
