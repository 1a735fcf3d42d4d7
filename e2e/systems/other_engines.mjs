// Starts Debian's Firefox and WebKit. Tests control them by Marionette and WebDriver, which these browsers contain.

import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MAX_WAIT_MS = 60_000;
const RETRY_MS = 100;
/** The folder of libraries has the processor's name. */
const LIBRARIES = "/usr/lib";
const MINI_BROWSER = "webkit2gtk-4.1/MiniBrowser";

/**
 * A page in an engine. `run` runs a function's body in the page; `act` moves the mouse and presses its buttons and keys
 * (https://www.w3.org/TR/webdriver2/#actions).
 * @typedef {{
 *   open: (address: string) => Promise<unknown>,
 *   run: (body: string) => Promise<unknown>,
 *   act: (actions: unknown[]) => Promise<unknown>,
 *   end: () => Promise<void>,
 * }} Engine
 */

/**
 * Repeats `work` until it succeeds.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function untilItWorks(work) {
  for (const end = Date.now() + MAX_WAIT_MS; ; ) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts a program in a group of its own, so that its children end with it.
 * @param {string} program
 * @param {string[]} words
 */
function start(program, words) {
  const child = spawn(program, words, { detached: true, stdio: "ignore" });
  const ended = new Promise((resolve) => child.on("exit", resolve).on("error", resolve));
  return async () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
    await ended;
  };
}

/**
 * A connection to Marionette: each message is its length in bytes, a colon, and JSON
 * (https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html).
 * @param {number} port
 */
async function connect(port) {
  const socket = createConnection(port, "127.0.0.1");
  /** @type {Map<number, (answer: [unknown, { value?: unknown }]) => void>} */
  const waiting = new Map();
  let number = 0;
  let received = Buffer.alloc(0);
  await new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.on("data", (data) => {
      received = Buffer.concat([received, data]);
      for (let at = received.indexOf(":"); at > 0; at = received.indexOf(":")) {
        const length = Number(received.subarray(0, at).toString());
        if (received.length < at + 1 + length) return;
        const message = JSON.parse(received.subarray(at + 1, at + 1 + length).toString());
        received = received.subarray(at + 1 + length);
        if (Array.isArray(message)) waiting.get(message[1])?.([message[2], message[3]]);
        else resolve(undefined);
      }
    });
  });
  return {
    /** @param {string} name @param {object} given @returns {Promise<any>} */
    send: (name, given) =>
      new Promise((resolve, reject) => {
        const message = JSON.stringify([0, (number += 1), `WebDriver:${name}`, given]);
        waiting.set(number, ([error, result]) => (error ? reject(new Error(JSON.stringify(error))) : resolve(result)));
        socket.write(`${Buffer.byteLength(message)}:${message}`);
      }),
    end: () => socket.destroy(),
  };
}

/** @returns {Promise<Engine>} */
async function startFirefox() {
  const profile = await mkdtemp(join(tmpdir(), "askline-firefox-"));
  const port = await freePort();
  await writeFile(join(profile, "user.js"), `user_pref("marionette.port", ${port});\n`);
  const stop = start("firefox-esr", ["--headless", "--marionette", "--no-remote", "--profile", profile]);
  const { send, end } = await untilItWorks(() => connect(port));
  await send("NewSession", {});
  return {
    open: (url) => send("Navigate", { url }),
    run: async (script) => (await send("ExecuteScript", { script, args: [], newSandbox: true })).value,
    act: (actions) => send("PerformActions", { actions }),
    end: async () => {
      end();
      await stop();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** @returns {Promise<Engine>} */
async function startWebKit() {
  const port = await freePort();
  const stop = start("xvfb-run", ["-a", "WebKitWebDriver", `--port=${port}`]);
  const ask = async (/** @type {string} */ path, /** @type {object} */ body) => {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const places = readdirSync(LIBRARIES).map((folder) => join(LIBRARIES, folder, MINI_BROWSER));
  const binary = places.find((place) => existsSync(place));
  if (binary === undefined) throw new Error(`${LIBRARIES} has no ${MINI_BROWSER}.`);
  const options = { binary, args: ["--automation"] };
  const { sessionId } = await untilItWorks(() =>
    ask("", { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } } }),
  );
  return {
    open: (url) => ask(`/${sessionId}/url`, { url }),
    run: (script) => ask(`/${sessionId}/execute/sync`, { script, args: [] }),
    act: (actions) => ask(`/${sessionId}/actions`, { actions }),
    end: stop,
  };
}

/** What starts each engine, by its name. */
export const ENGINES = { Firefox: startFirefox, WebKit: startWebKit };
