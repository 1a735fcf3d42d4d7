// With PostgreSQL frozen, the shipped proxies still give what the service has in memory. Each request through HAProxy,
// nginx and Caddy counts.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { BINARY, FRONTS, Front, makeCertificate, servers } from "./fronts/front.mjs";
import { freePort, signalPostgres, until } from "./throwaway_servers.mjs";

/** Rounds of requests after the service knows that PostgreSQL does not answer. */
const ROUNDS = 20;

const fronts = Object.keys(FRONTS).map((name) => new Front(name));
let service = "";
let siteId = "";

before(async () => {
  makeCertificate();
  const { url } = await servers.startPostgres();
  const key = join(servers.folder, "secrets.key");
  writeFileSync(key, randomBytes(32), { mode: 0o600 });
  const environment = {
    ASKLINE_DATABASE__URL: url,
    ASKLINE_SECRETS__KEY_FILE: key,
    ASKLINE_PROXY__TRUSTED: "127.0.0.1/32",
    // All requests have the same address.
    ASKLINE_LIMITS__CONFIG_PER_MINUTE: "1000000",
    ASKLINE_DATABASE__STOP_NOTICE_SECONDS: "0",
  };
  const command = (/** @type {string[]} */ words, input = "") => {
    const { status, stdout, stderr } = spawnSync(BINARY, [...words, "--json"], {
      encoding: "utf8",
      input,
      cwd: servers.folder,
      env: { ...process.env, ...environment },
    });
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };
  const port = await freePort();
  const owner = ["--owner-email", "owner@example.com", "--owner-password-stdin"];
  const { orgId } = command(["org", "create", "--name", "Example", ...owner], "correct horse battery staple\n");
  ({ siteId } = command(["site", "create", "--org", orgId, "--domain", "blog.example.com"]));
  servers.start("askline", [BINARY, "serve", "--listen", `127.0.0.1:${port}`, "--data", join(servers.folder, "data")], {
    environment,
  });
  service = `http://127.0.0.1:${port}`;
  await until("the service is ready", async () => (await fetch(`${service}/readyz`).catch(() => null))?.status === 200);
  await Promise.all(fronts.map((front) => front.startBefore(port)));
});

after(() => servers.endAll());

test("with PostgreSQL frozen every configuration and script is answered through each front", async (context) => {
  const paths = [`/api/v1/sites/${siteId}/config`, "/widget.js"];
  const asked = fronts.flatMap((front) =>
    paths.map((path) => ({ front, path, sent: 0, statuses: new Set([200]), refused: "" })),
  );
  const round = () =>
    Promise.all(
      asked.map(async (one) => {
        one.sent += 1;
        const { status, text } = await one.front.ask(one.path).catch((error) => ({ status: 0, text: `${error}` }));
        one.statuses.add(status);
        if (status !== 200) one.refused ||= text;
      }),
    );
  // A server keeps what it has answered once.
  await round();
  signalPostgres(servers.folder, "STOP");
  try {
    const saysSo = async () => (await (await fetch(`${service}/readyz`)).text()).includes("does not answer");
    // Meanwhile HAProxy asks the service twice a second whether it is ready, and would take it out after one bad answer.
    while (!(await saysSo())) await round();
    for (let rounds = 0; rounds < ROUNDS; rounds++) await round();
    for (const { front, path, sent, statuses } of asked)
      context.diagnostic(`${front.name} ${path.split("/").pop()}: ${sent} requests, statuses ${[...statuses]}`);
    for (const { front, path, statuses, refused } of asked)
      assert.deepEqual([...statuses], [200], `${front.name} ${path}: ${refused}`);
    // What needs the database is refused in the format of the API, and PostgreSQL is still frozen.
    const unknown = siteId.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    for (const front of fronts) {
      const { status, text } = await front.ask(`/api/v1/sites/${unknown}/config`);
      assert.deepEqual([status, JSON.parse(text).error.code], [503, "UNAVAILABLE"], front.name);
    }
    assert.equal((await fetch(`${service}/readyz?full`)).status, 503);
  } finally {
    signalPostgres(servers.folder, "CONT");
  }
  await until("the database is back", async () => (await fetch(`${service}/readyz?full`)).status === 200);
});
