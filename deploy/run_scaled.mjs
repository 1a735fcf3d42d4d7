// Starts the services of compose.scaled.yaml on this machine, without containers. These are PostgreSQL with a replica,
// Redis, three servers, and HAProxy.
//
// node deploy/run_scaled.mjs [--json] [--listen PORT]
//
// Everything listens only on the loopback interface, and stores its data in a temporary folder, which is deleted at the
// end (Ctrl-C).

import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { ROOT } from "./dockerfile.mjs";
import { Servers, freePort, until } from "./throwaway_servers.mjs";

const BINARY = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug/askline");
const NODES = 3;
const OWNER = "owner@example.com";

const { values } = parseArgs({ options: { json: { type: "boolean" }, listen: { type: "string", default: "0" } } });

/**
 * Starts everything.
 * @param {Servers} servers
 */
async function startAll(servers) {
  const postgres = await servers.startPostgres();
  const redis = await servers.startRedis();
  const key = join(servers.folder, "secrets.key");
  writeFileSync(key, randomBytes(32), { mode: 0o600 });
  const proxy = Number(values.listen) || (await freePort());
  const settings = {
    ASKLINE_DATABASE__URL: postgres.url,
    ASKLINE_REDIS__URL: redis,
    ASKLINE_SECRETS__KEY_FILE: key,
    ASKLINE_PROXY__TRUSTED: "127.0.0.1/32",
    ASKLINE_PUBLIC_URL: `http://127.0.0.1:${proxy}`,
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("ASKLINE_"))),
  };
  const nodes = [];
  for (let number = 1; number <= NODES; number++) nodes.push(await startNode(servers, number, settings));
  const replica = await servers.startReplica(postgres);
  const { url, status } = await servers.startProxy(
    nodes.map(({ port }) => port),
    proxy,
  );
  await Promise.all(
    nodes.map(({ server, url: own }) =>
      until(
        `${server.name} is ready`,
        async () => (await fetch(`${own}/readyz`).catch(() => null))?.status === 200,
        server,
      ),
    ),
  );
  return {
    url,
    status,
    nodes: nodes.map(({ server, url: own }) => ({ url: own, pid: server.pid })),
    postgres: postgres.url,
    replica: replica.url,
    redis,
    ...fill(settings, servers.folder),
    folder: servers.folder,
  };
}

/**
 * One of the servers.
 * @param {Servers} servers
 * @param {number} number
 * @param {Record<string, string | undefined>} settings
 */
async function startNode(servers, number, settings) {
  const port = await freePort();
  const data = join(servers.folder, `node${number}`);
  const server = servers.start(
    `askline ${number}`,
    [BINARY, "serve", "--listen", `127.0.0.1:${port}`, "--data", data],
    { environment: settings },
  );
  return { server, port, url: `http://127.0.0.1:${port}` };
}

/**
 * Creates an organization with an owner, a site and a key, with the command line.
 * @param {Record<string, string | undefined>} settings
 * @param {string} folder
 */
function fill(settings, folder) {
  const password = randomBytes(12).toString("hex");
  const askline = (/** @type {string[]} */ words, input = "") => {
    const { status, stdout, stderr } = spawnSync(BINARY, [...words, "--json"], {
      encoding: "utf8",
      input,
      cwd: folder,
      env: { ...process.env, ...settings },
    });
    if (status !== 0) throw new Error(`askline ${words[0]} ${words[1]}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const { orgId } = askline(
    ["org", "create", "--name", "Example", "--owner-email", OWNER, "--owner-password-stdin"],
    `${password}\n`,
  );
  const { siteId } = askline(["site", "create", "--org", orgId, "--domain", "blog.example.com"]);
  const { key } = askline(["key", "create", "--org", orgId, "--scope", "*"]);
  return { email: OWNER, password, siteId, key };
}

const servers = new Servers();
/** @type {Promise<void> | undefined} */
let ending;
/** @param {number} code */
const end = (code) => {
  ending ??= servers.endAll().then(() => process.exit(code));
};
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, () => end(0));

try {
  const told = await startAll(servers);
  if (values.json) console.log(JSON.stringify(told));
  else {
    console.log(`
  Askline on three servers

  Dashboard    ${told.url}/        ${told.email}  ${told.password}
  Site, key    ${told.siteId}  ${told.key}
  Servers      ${told.nodes.map(({ url, pid }) => `${url} (process ${pid})`).join("\n               ")}
  HAProxy      ${told.status}/     which servers are ready
  PostgreSQL   ${told.postgres}
  Replica      ${told.replica}
  Redis        ${told.redis}
  Logs         ${told.folder}/*.log

  Kill a server and see that the others continue: kill -9 ${told.nodes[0].pid}
  Ctrl-C ends everything and removes its data.
`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  for (const name of ["askline 1", "haproxy", "postgres"]) {
    try {
      console.error(readFileSync(servers.log(name), "utf8").split("\n").slice(-5).join("\n"));
    } catch {
      /* it did not start */
    }
  }
  end(1);
}
// Nothing else keeps this program running after its servers have ended.
setInterval(() => {}, 60_000);
