// The binary under test: a demo of its own in a folder of its own, ended with the test.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The repository's root. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * What a demo prints when it is ready.
 * @typedef {{ listening: string, demoPage: string, siteId: string, key: string,
 *   organizations: { orgId: string, plan: string, email: string, password: string, key: string | null }[] }} Demo
 */

/**
 * Starts a demo on a free port of this machine.
 * @param {Record<string, string>} [settings] environment of the settings, such as ASKLINE_AUTH__SIGNUP
 * @returns {Promise<Demo & { end: () => Promise<void> }>}
 */
export async function startDemo(settings = {}) {
  const data = await mkdtemp(join(tmpdir(), "askline-e2e-"));
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("ASKLINE_"));
  const child = spawn(
    join(ROOT, "target/debug/askline"),
    ["demo", "--listen", "127.0.0.1:0", "--data", join(data, "demo"), "--json"],
    { env: { ...Object.fromEntries(own), ASKLINE_LOG__LEVEL: "warn", ...settings }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const first = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`askline demo ended with ${code}`)));
  });
  const demo = /** @type {Demo} */ (JSON.parse(/** @type {string} */ (await first)));
  return {
    ...demo,
    async end() {
      child.kill("SIGTERM");
      await ended;
      await rm(data, { recursive: true, force: true });
    },
  };
}

/**
 * Calls the API and gives the envelope's data.
 * @param {Demo} demo
 * @param {string} path below /api/v1
 * @param {{ bearer?: string, method?: string, body?: unknown }} [request]
 */
export async function api(demo, path, { bearer = demo.key, method = "GET", body } = {}) {
  const response = await fetch(`${demo.listening}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const envelope = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(envelope.error)}`);
  return envelope.data;
}
