// nginx with the shipped nginx.conf in front of the real binary. Only names, ports and folders are the test's.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { ROOT } from "./dockerfile.mjs";
import { freePort, until } from "./throwaway_servers.mjs";

const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
/** Longer than a start takes; only a failing test waits this long. */
const MAX_READY_MS = 30_000;
/** The IP address of the test's readers, as nginx sees it. */
const READER = "127.0.0.1";
const PATH = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

const folder = mkdtempSync(join(tmpdir(), "askline-nginx-"));
const shipped = readFileSync(join(ROOT, "deploy/nginx.conf"), "utf8");
const logs = join(folder, "logs");
/** @type {import("node:child_process").ChildProcess[]} */
const running = [];
let port = 0;

/** Starts the service with the test's data folder; returns where it listens. */
async function startService() {
  const environment = { PATH: process.env.PATH, ASKLINE_PROXY__TRUSTED: "127.0.0.1/32" };
  const service = spawn(
    join(TARGET, "debug/askline"),
    ["serve", "--json", "--listen", "127.0.0.1:0", "--data", join(folder, "data")],
    { env: environment, stdio: ["ignore", "pipe", "ignore"] },
  );
  running.push(service);
  const line = await new Promise((done) => service.stdout.setEncoding("utf8").once("data", done));
  return new URL(JSON.parse(line).listening).host;
}

/**
 * Starts nginx with the shipped site as its only one.
 * @param {string} service
 */
async function startNginx(service) {
  port = await freePort();
  // The workers run as another user, who must reach the cache in this folder.
  chmodSync(folder, 0o711);
  mkdirSync(logs);
  const certificate = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")];
  const made = spawnSync("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    "-subj",
    "/CN=askline.example.com",
    ...certificate,
  ]);
  assert.equal(made.status, 0, String(made.stderr));
  const site = shipped
    .replaceAll("127.0.0.1:8080", service)
    .replaceAll("[::]:443", `[::1]:${port}`)
    .replaceAll("listen 443", `listen 127.0.0.1:${port}`)
    .replaceAll(/\/etc\/letsencrypt\S+fullchain\.pem/g, join(folder, "cert.pem"))
    .replaceAll(/\/etc\/letsencrypt\S+privkey\.pem/g, join(folder, "key.pem"))
    .replaceAll("/var/lib/nginx", folder)
    .replaceAll("/var/log/nginx", logs);
  assert.doesNotMatch(site, /:8080|letsencrypt|\/var\/log/);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  writeFileSync(
    join(folder, "nginx.conf"),
    [
      "daemon off;",
      `pid ${join(folder, "pid")};`,
      `error_log ${join(folder, "main.log")};`,
      "events {}",
      `http { access_log off; ${temporary.join(" ")}`,
      site,
      "}",
    ].join("\n"),
  );
  const line = ["-p", folder, "-c", join(folder, "nginx.conf")];
  const checked = spawnSync("nginx", ["-t", ...line], { encoding: "utf8", env: PATH });
  assert.equal(checked.status, 0, checked.stderr);
  assert.doesNotMatch(
    checked.stderr.replaceAll(/.*"user" directive.*/g, ""),
    /\[warn\]/,
    "nothing in it is deprecated",
  );
  running.push(spawn("nginx", line, { env: PATH, stdio: "ignore" }));
}

/**
 * A request through nginx.
 * @param {string} path
 * @param {{ method?: string, headers?: Record<string, string | number>, body?: Buffer | string, told?: boolean }}
 *   [asked]
 * `told`: the request has a `Content-Length`
 * @returns {Promise<{ status: number, headers: import("node:http").IncomingHttpHeaders, text: string }>}
 */
function ask(path, { method = "GET", headers = {}, body = "", told = true } = {}) {
  const length = told && body.length > 0 ? { "Content-Length": body.length } : {};
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const sent = request(
      {
        host: READER,
        port,
        path,
        method,
        rejectUnauthorized: false,
        agent: false,
        headers: { Host: "askline.example.com", ...length, ...headers },
      },
      (answer) => {
        isAnswered = true;
        let text = "";
        answer.setEncoding("utf8").on("data", (part) => {
          text += part;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    // nginx closes the connection while a body is still being sent; only the response counts.
    sent.on("error", (error) => {
      if (!isAnswered) reject(error);
    });
    sent.end(body);
  });
}

before(async () => {
  await startNginx(await startService());
  const end = Date.now() + MAX_READY_MS;
  const ready = () =>
    ask("/readyz").then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await ready()) && Date.now() < end) await new Promise((done) => setTimeout(done, 50));
});

after(() => {
  for (const child of running) child.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

for (const [what, told] of /** @type {const} */ ([
  ["says how long it is", true],
  ["does not say how long it is", false],
])) {
  test(`what is larger than nginx takes is answered with the envelope of the API, where the request ${what}`, async () => {
    // The import is refused for its missing credentials, before its size. No operation may be executed without its
    // body.
    for (const path of [
      "/api/v1/events",
      "/api/v1/auth/login",
      "/api/v1/prompts/site_01kv5je8g00000000000000001/import",
    ]) {
      const { status, headers, text } = await ask(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: Buffer.alloc(7 * 1024 * 1024, " "),
        told,
      });
      const refused = path.endsWith("/import") ? [401, "UNAUTHENTICATED"] : [413, "PAYLOAD_TOO_LARGE"];
      const { data, error, meta } = JSON.parse(text);
      assert.deepEqual([status, error.code, data], [...refused, null], text);
      assert.equal(headers["x-request-id"], meta.requestId);
      assert.match(meta.requestId, /^req_/);
    }
  });
}

test("what nginx takes reaches the service, which sees the reader's address and host", async () => {
  const { status, text } = await ask("/api/v1/auth/login", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": "not an address" },
    body: "{}",
  });
  assert.equal(status, 422, text);
  assert.equal((await ask("/healthz")).text, "ok\n");
});

test("no log of nginx holds the address, the page or the browser of a reader, whatever goes wrong", async () => {
  const told = { "User-Agent": "ReadersBrowser/1", Referer: "https://garden.example/roses" };
  assert.equal((await ask("/widget.js?asked=privately", { headers: told })).status, 200);
  await ask("/api/v1/events", { method: "POST", headers: told, body: Buffer.alloc(7 * 1024 * 1024) });
  // A request that nginx itself refuses, and a service that is down.
  await ask("/", { headers: { ...told, Host: "a b" } });
  running[0]?.kill("SIGKILL");
  await new Promise((done) => running[0]?.once("exit", done));
  assert.equal((await ask("/healthz", { headers: told })).status, 502);
  const names = readdirSync(logs);
  assert.deepEqual(names.sort(), ["askline.error.log", "askline.log"]);
  const read = () => names.map((name) => readFileSync(join(logs, name), "utf8")).join("\n");
  // A line is written after its response.
  await until("the last request is logged", async () => / 502 GET \/healthz /.test(read()));
  const kept = read();
  assert.match(kept, / 200 GET \/widget\.js /);
  assert.match(kept, / 413 POST \/api\/v1\/events /);
  for (const secret of [READER, "ReadersBrowser", "garden.example", "privately"])
    assert.ok(!kept.includes(secret), `${secret} is kept: ${kept}`);
});
