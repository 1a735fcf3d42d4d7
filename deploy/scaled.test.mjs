// The services of `make run-scaled` in use, while one server is killed. Three servers run behind the shipped
// haproxy.cfg.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";

import { ROOT } from "./dockerfile.mjs";
import { signalPostgres, until } from "./throwaway_servers.mjs";

/** In requests of `EVENTS_PER_REQUEST`, fewer than one address may send in a minute (`limits.intake_per_minute`). */
const EVENTS = 480;
const SENDERS = 12;
const EVENTS_PER_REQUEST = 3;
/** Makes each request larger than HAProxy's usual buffer: without room for the whole request it would not be sent again. */
const PADDING = " ".repeat(50 * 1024);
/** When the first server dies: while every sender has a request open. */
const KILL_AFTER_EVENTS = 100;

/**
 * What run_scaled.mjs prints with --json.
 * @typedef {{ url: string, status: string, nodes: { url: string, pid: number }[], postgres: string, replica: string, siteId: string, key: string, folder: string }} Scaled
 */

/** @type {Scaled} */
let scaled;
/** @type {import("node:child_process").ChildProcess} */
let runner;
/** @type {Promise<number | null>} */
let ended;

before(async () => {
  const environment = { ...process.env, ASKLINE_DATABASE__STOP_NOTICE_SECONDS: "4" };
  runner = spawn("node", [join(ROOT, "deploy/run_scaled.mjs"), "--json"], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  ended = new Promise((done) => runner.once("exit", done));
  const lines = createInterface({ input: /** @type {import("node:stream").Readable} */ (runner.stdout) });
  const line = await Promise.race([new Promise((done) => lines.once("line", done)), ended.then(() => "")]);
  assert.notEqual(line, "", "everything starts");
  scaled = JSON.parse(line);
});

after(async () => {
  runner.kill("SIGTERM");
  await ended;
});

/**
 * Sends events through HAProxy as a widget does: after a 503, it sends them again.
 * @param {object[]} events
 */
async function sendUntilAcknowledged(events) {
  for (;;) {
    // A broken connection or a 502 fails the test, because HAProxy should send the request to another server.
    const answer = await fetch(`${scaled.url}/api/v1/events`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ events }) + PADDING,
    });
    if (answer.status === 503) continue;
    const text = await answer.text();
    assert.equal(answer.status, 202, text);
    assert.equal(JSON.parse(text).data.accepted, events.length, text);
    return;
  }
}

/** The number of views in the overview, read through HAProxy. */
async function viewsInOverview() {
  const answer = await fetch(`${scaled.url}/api/v1/analytics/${scaled.siteId}/overview`, {
    headers: { Authorization: `Bearer ${scaled.key}` },
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return JSON.parse(text).data.totals.views;
}

/**
 * The result of an SQL statement.
 * @param {string} url
 * @param {string} sql
 */
function ask(url, sql) {
  const { status, stdout, stderr } = spawnSync("psql", [url, "-Atc", sql], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

test("every server is asked, and its figures have what rules and board name", async () => {
  // One request for each server, because HAProxy sends each one to the server with the fewest connections.
  await Promise.all(scaled.nodes.map(() => viewsInOverview()));
  for (const { url } of scaled.nodes) {
    // The server measures itself every five seconds.
    await until(`${url} has measured itself`, async () =>
      (await (await fetch(`${url}/metrics`)).text()).includes("askline_uptime_seconds"),
    );
    const figures = await (await fetch(`${url}/metrics`)).text();
    for (const name of ["askline_servers 3", "askline_redis_unavailable 0", "askline_event_queue_depth 0"])
      assert.match(figures, new RegExp(`^${name}$`, "m"));
    assert.match(figures, /^askline_requests_total\{operation="\w+",status="2xx"\} [1-9]/m, url);
  }
  assert.equal((await fetch(`${scaled.url}/metrics`)).status, 404, "HAProxy keeps them from the network");
});

test("with PostgreSQL frozen HAProxy keeps its servers, and every configuration and script is answered", async () => {
  const paths = [`/api/v1/sites/${scaled.siteId}/config`, "/widget.js"];
  for (const { url } of scaled.nodes)
    for (const path of paths) assert.equal((await fetch(url + path)).status, 200, `${url}${path}`);
  signalPostgres(scaled.folder, "STOP");
  try {
    for (const { url } of scaled.nodes)
      await until(`${url} says so`, async () =>
        (await (await fetch(`${url}/readyz`)).text()).includes("does not answer"),
      );
    const asked = paths.flatMap((path) => Array.from({ length: 66 }, () => fetch(scaled.url + path)));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    assert.deepEqual([...new Set(statuses)], [200]);
    for (const name of ["node1", "node2", "node3"]) assert.equal((await stateInProxy(name)).status, "UP", name);
    for (const { url } of scaled.nodes) assert.equal((await fetch(`${url}/readyz?full`)).status, 503);
  } finally {
    signalPostgres(scaled.folder, "CONT");
  }
  for (const { url } of scaled.nodes)
    await until(`${url} is ready`, async () => (await fetch(`${url}/readyz?full`)).status === 200);
});

test("no request breaks when a server is killed, and every acknowledged event counts once", async () => {
  const earlier = await viewsInOverview();
  const remaining = Array.from({ length: EVENTS }, (_, index) => ({
    siteId: scaled.siteId,
    type: "view",
    eventId: randomUUID(),
    url: `https://blog.example.com/${index % 7}`,
  }));
  const sent = [...remaining];
  const killed = scaled.nodes[0];
  let isKilled = false;
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      while (remaining.length > 0) {
        await sendUntilAcknowledged(remaining.splice(0, EVENTS_PER_REQUEST));
        if (isKilled || remaining.length > EVENTS - KILL_AFTER_EVENTS) continue;
        isKilled = true;
        process.kill(killed.pid, "SIGKILL");
      }
    }),
  );
  await assert.rejects(fetch(`${killed.url}/healthz`), "the server is gone");
  assert.equal(await viewsInOverview(), earlier + EVENTS);
  // A widget that lost the response sends the events again.
  await sendUntilAcknowledged(sent.slice(0, 50));
  assert.equal(await viewsInOverview(), earlier + EVENTS);
  assert.equal(ask(scaled.postgres, "SELECT count(*) FROM events"), String(EVENTS));
});

/** The state of a server according to HAProxy, and the result of its latest check. */
async function stateInProxy(/** @type {string} */ name) {
  const [head, ...lines] = (await (await fetch(`${scaled.status}/;csv`)).text())
    .replace(/^# /, "")
    .split("\n")
    .map((line) => line.split(","));
  const server =
    lines.find((line) => line[head.indexOf("pxname")] === "servers" && line[head.indexOf("svname")] === name) ?? [];
  return {
    status: server[head.indexOf("status")],
    check: `${server[head.indexOf("check_status")]} ${server[head.indexOf("check_code")]}`,
  };
}

test("a server that is about to stop says so to HAProxy, and no request fails, not even one that is not sent twice", async () => {
  const { pid } = scaled.nodes[1];
  let isStopped = false;
  const hasEnded = () => {
    try {
      return !process.kill(pid, 0);
    } catch {
      return true;
    }
  };
  // Without a password every sign-in is refused: by one of the servers, or because this address sent too many requests.
  const senders = Array.from({ length: SENDERS }, async () => {
    while (!isStopped) {
      const { status } = await fetch(`${scaled.url}/api/v1/auth/login`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: "{}",
      });
      assert.ok([422, 429].includes(status), `${status}`);
    }
  });
  process.kill(pid, "SIGTERM");
  const stopping = (async () => {
    try {
      await until("HAProxy knows that it stops", async () => (await stateInProxy("node2")).status === "DOWN");
      assert.equal((await stateInProxy("node2")).check, "L7STS 503");
      assert.ok(!hasEnded(), "it still runs");
      await until("the server has ended", async () => hasEnded());
    } finally {
      isStopped = true;
    }
  })();
  await Promise.all([stopping, ...senders]);
});

test("the replica only reads, and has every event that was acknowledged", async () => {
  assert.equal(ask(scaled.replica, "SELECT pg_is_in_recovery()"), "t");
  await until(
    "the replica has the events",
    async () =>
      ask(scaled.replica, "SELECT count(*) FROM events") === ask(scaled.postgres, "SELECT count(*) FROM events"),
  );
});

test("HAProxy keeps no address and no query of a reader", async () => {
  await fetch(`${scaled.url}/widget.js?asked=privately`, {
    headers: { "User-Agent": "ReadersBrowser/1", Referer: "https://garden.example/roses" },
  });
  const log = join(scaled.folder, "haproxy.log");
  await until("the request is in the log", async () => readFileSync(log, "utf8").includes("GET /widget.js"));
  const kept = readFileSync(log, "utf8");
  for (const secret of ["127.0.0.1", "ReadersBrowser", "garden.example", "privately"])
    assert.ok(!kept.includes(secret), `${secret} is kept`);
});

test("without a server HAProxy answers in the envelope of the API, and Ctrl-C leaves neither a program nor a file", async () => {
  for (const { pid } of scaled.nodes.slice(2)) process.kill(pid, "SIGKILL");
  await until(
    "HAProxy has no server",
    async () => (await fetch(`${scaled.url}/healthz`).catch(() => null))?.status === 503,
  );
  const answer = await fetch(`${scaled.url}/healthz`);
  const { data, error, meta } = JSON.parse(await answer.text());
  assert.deepEqual([data, error.code, answer.headers.get("retry-after")], [null, "UNAVAILABLE", "1"]);
  assert.match(meta.requestId, /^req_/);
  runner.kill("SIGINT");
  assert.equal(await ended, 0);
  assert.ok(!existsSync(scaled.folder));
  for (const url of [scaled.url, scaled.status]) await assert.rejects(fetch(url));
  assert.equal(spawnSync("pg_isready", ["-q", "-d", scaled.postgres]).status, 2, "PostgreSQL is gone");
});
