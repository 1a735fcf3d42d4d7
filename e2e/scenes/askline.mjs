// The binary under test: a demo in its own folder, ended with the test.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { constants, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, promisify } from "node:util";

/** Longer than an event and its count ever take; only a failing test waits this long. */
const MAX_WAIT_MS = 60_000;

/** The repository's root. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
/** Where cargo built the binary. */
export const BINARY = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug/askline");

/**
 * What a demo prints when it is ready. It remains valid when its data is served again.
 * @typedef {{ listening: string, siteId: string, key: string, sharedLink: string,
 *   organizations: { orgId: string, plan: string, email: string, password: string, key: string | null }[] }} Demo
 */
/**
 * What only a new demo has: its page with the widget, and its owner's one-time sign-in link.
 * @typedef {Demo & { enter: string, demoPage: string }} NewDemo
 */
/** @typedef {Awaited<ReturnType<typeof serveAgain>>} Served */

/**
 * The folder of a demo that all files of a run copy, because filling one takes a processor four seconds. `run.mjs`
 * creates it.
 */
const PREPARED = process.env.ASKLINE_TEST_DEMO ?? "";
/** The file in that folder with what the demo printed. */
const PRINTED = "demo.json";

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
// A program that fails or is interrupted must not leave a server running.
process.once("exit", () => {
  for (const child of running) child.kill();
});

/**
 * Starts the binary in its own folder, on a free port of this machine.
 * @param {"demo" | "serve"} command
 * @param {Record<string, string>} settings
 * @param {string} [folder] one that an earlier start left
 */
async function start(command, settings, folder = "") {
  folder ||= await mkdtemp(join(tmpdir(), "askline-e2e-"));
  const data = join(folder, "data");
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("ASKLINE_"));
  const env = { ...Object.fromEntries(own), ASKLINE_LOG__LEVEL: "warn", ...settings };
  const child = spawn(
    BINARY,
    [command, "--listen", settings.ASKLINE_LISTEN ?? "127.0.0.1:0", "--data", data, "--json"],
    { env, stdio: ["ignore", "pipe", "inherit"] },
  );
  running.add(child);
  const ended = new Promise((resolve) => child.on("exit", resolve));
  void ended.then(() => running.delete(child));
  const first = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`askline ${command} ended with ${code}`)));
  });
  return {
    printed: JSON.parse(/** @type {string} */ (await first)),
    /**
     * Runs a command on the same data, and returns its output.
     * @param {...string} words
     */
    async run(...words) {
      const { stdout } = await promisify(execFile)(BINARY, [...words, "--data", data, "--json"], { env });
      return JSON.parse(stdout);
    },
    folder,
    /** Ends the instance and keeps its folder, for a later start. */
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
    async end() {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a demo with its own data, with the command that people use.
 * @param {Record<string, string>} [settings] settings as environment variables, such as ASKLINE_AUTH__SIGNUP
 */
export async function startNewDemo(settings = {}) {
  const { printed, ...instance } = await start("demo", settings);
  return { .../** @type {NewDemo} */ (printed), ...instance };
}

/**
 * Starts an instance with a demo's data: a copy of the prepared demo, or else a new one.
 * @param {Record<string, string>} [settings]
 * @returns {Promise<Served>}
 */
export async function startDemo(settings = {}) {
  if (PREPARED === "") return startNewDemo(settings);
  const folder = await mkdtemp(join(tmpdir(), "askline-e2e-"));
  const [printed] = await Promise.all([
    readFile(join(PREPARED, PRINTED), "utf8"),
    cp(join(PREPARED, "data"), join(folder, "data"), { recursive: true, mode: constants.COPYFILE_FICLONE }),
  ]);
  return serveAgain({ .../** @type {Demo} */ (JSON.parse(printed)), folder }, settings);
}

/**
 * Creates a demo for `startDemo` to copy, and ends it.
 * @returns {Promise<string>} its folder, for ASKLINE_TEST_DEMO
 */
export async function prepareDemo() {
  const { folder, stop, printed } = await start("demo", {});
  await stop();
  await writeFile(join(folder, PRINTED), JSON.stringify(printed));
  return folder;
}

/**
 * Serves the data of an ended demo.
 * @param {Demo & { folder: string }} demo
 * @param {Record<string, string>} [settings]
 */
export async function serveAgain(demo, settings = {}) {
  const { printed, ...instance } = await start("serve", settings, demo.folder);
  return { ...demo, .../** @type {{ listening: string }} */ (printed), ...instance };
}

/**
 * Starts an instance without any account.
 * @param {Record<string, string>} [settings]
 */
export async function startEmpty(settings = {}) {
  const { printed, ...instance } = await start("serve", settings);
  return { .../** @type {{ listening: string, setupToken: string }} */ (printed), ...instance };
}

/**
 * Logs in as the owner of the organization that the demo's key belongs to.
 * @param {Demo} demo
 */
export async function logIn(demo) {
  const owner = demo.organizations.find(({ key }) => key === demo.key);
  if (owner === undefined) throw new Error("The demo's key belongs to none of its organizations.");
  const { email, password } = owner;
  const { token } = await api(demo, "/auth/login", { method: "POST", body: { email, password } });
  return { orgId: owner.orgId, token: /** @type {string} */ (token) };
}

/**
 * Creates a site with pages at `origin`, and configures its widget.
 * @param {Demo} demo
 * @param {{ orgId: string, token: string }} owner
 * @param {{ name: string, origin: string, config: Record<string, unknown> }} wanted what differs from the usual
 *   configuration
 * @returns {Promise<string>} its id
 */
export async function makeSite(demo, { orgId, token }, { name, origin, config }) {
  const body = { name, domain: "pages.example", allowedOrigins: [origin], timezone: "UTC" };
  const { id } = await api(demo, `/sites?orgId=${orgId}`, { bearer: token, method: "POST", body });
  const { config: usual } = await api(demo, `/sites/${id}`);
  await api(demo, `/sites/${id}/config`, { method: "PUT", body: { ...usual, ...config } });
  return id;
}

/**
 * Waits until `read` returns the expected value: an event is sent after the click, and counted after that.
 * @param {() => Promise<unknown>} read
 * @param {unknown} expected
 */
export async function becomes(read, expected) {
  const end = Date.now() + MAX_WAIT_MS;
  let value = await read();
  while (!isDeepStrictEqual(value, expected) && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    value = await read();
  }
  assert.deepEqual(value, expected);
}

/**
 * Calls the API and returns the envelope's data.
 * @param {{ listening: string, key?: string }} demo
 * @param {string} path below /api/v1
 * @param {{ bearer?: string, method?: string, body?: unknown }} [request]
 */
export async function api(demo, path, { bearer = demo.key ?? "", method = "GET", body } = {}) {
  const response = await fetch(`${demo.listening}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const envelope = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(envelope.error)}`);
  return envelope.data;
}
