// The nginx examples of docs/own-domain.md in front of the real binary. Only the port of the service is the test's.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { ROOT } from "./dockerfile.mjs";
import { freePort } from "./throwaway_servers.mjs";

const BINARY = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug/askline");
/** Longer than a start takes; only a failing test waits this long. */
const MAX_READY_MS = 30_000;
const PATH = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
const SETTINGS = {
  PATH: process.env.PATH,
  ASKLINE_WIDGET__PUBLIC_URL: "https://example.com/askline",
  ASKLINE_PUBLIC_URL: "https://ask.example.net",
  ASKLINE_PROXY__TRUSTED: "127.0.0.1/32",
  ASKLINE_LIMITS__CONFIG_PER_MINUTE: "1000",
};

const folder = mkdtempSync(join(tmpdir(), "askline-own-domain-"));
const page = readFileSync(join(ROOT, "docs/own-domain.md"), "utf8");
const examples = [...page.matchAll(/```nginx\n([^]*?)```/g)].map(([, example]) => example);
/** @type {import("node:child_process").ChildProcess[]} */
const running = [];
/** The port of each example's site. @type {number[]} */
const ports = [];
let siteId = "";

/** @param {string[]} words */
function command(...words) {
  const { status, stdout, stderr } = spawnSync(BINARY, [...words, "--data", join(folder, "data"), "--json"], {
    encoding: "utf8",
    env: SETTINGS,
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

/**
 * A request to the site of an example, as a reader of `example.com` sends it.
 * @param {number} port
 * @param {string} path
 * @param {{ method?: string, headers?: Record<string, string>, body?: string }} [asked]
 * @returns {Promise<{ status: number, headers: import("node:http").IncomingHttpHeaders, text: string }>}
 */
function ask(port, path, { method = "GET", headers = {}, body = "" } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port, path, method, agent: false, headers: { Host: "example.com", ...headers } },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part) => {
          text += part;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

before(async () => {
  const { orgId } = command("org", "create", "--name", "Example", "--owner-email", "owner@example.com");
  const site = command("site", "create", "--org", orgId, "--domain", "example.com");
  siteId = site.siteId;
  assert.ok(site.snippet.includes('src="https://example.com/askline/widget.js"'), site.snippet);
  const service = spawn(BINARY, ["serve", "--json", "--listen", "127.0.0.1:0", "--data", join(folder, "data")], {
    env: SETTINGS,
    stdio: ["ignore", "pipe", "ignore"],
  });
  running.push(service);
  const line = await new Promise((done) => service.stdout.setEncoding("utf8").once("data", done));
  const { host } = new URL(JSON.parse(line).listening);
  const servers = [];
  for (const example of examples) {
    const port = await freePort();
    ports.push(port);
    // The site's own rule for scripts must not catch the widget's.
    servers.push(`server { listen 127.0.0.1:${port}; server_name example.com; ${example.replace("127.0.0.1:8080", host)}
      location ~* \\.js$ { return 410; } location / { return 200 "the site"; } }`);
  }
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
      ...servers,
      "}",
    ].join("\n"),
  );
  const words = ["-p", folder, "-c", join(folder, "nginx.conf")];
  const checked = spawnSync("nginx", ["-t", ...words], { encoding: "utf8", env: PATH });
  assert.equal(checked.status, 0, checked.stderr);
  running.push(spawn("nginx", words, { env: PATH, stdio: "ignore" }));
  const end = Date.now() + MAX_READY_MS;
  const ready = () =>
    ask(ports[0], "/askline/widget.js").then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await ready()) && Date.now() < end) await new Promise((done) => setTimeout(done, 50));
});

after(() => {
  for (const child of running) child.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

test("there are two examples, one that passes the path on and one that removes it", () => {
  assert.equal(examples.length, 2);
  assert.deepEqual(
    examples.map((example) => /proxy_pass \S+\/;/.test(example)),
    [false, true],
  );
});

for (const [at, how] of ["passes the path on", "removes the path"].entries()) {
  test(`nginx that ${how} gives readers the script, the configuration and the intake`, async () => {
    const { status, headers, text } = await ask(ports[at], "/askline/widget.js");
    assert.equal(status, 200);
    const [part] = /rest-|widget\//.exec(text) ?? [];
    assert.ok(part, "the script loads further files from the folder widget/");
    assert.equal(
      (await ask(ports[at], "/askline/widget.js", { headers: { "If-None-Match": String(headers.etag) } })).status,
      304,
    );
    assert.equal((await ask(ports[at], "/askline/widget/element.js")).status, 200);
    // Credentials and cookies that a browser stored for the site must not interfere.
    const own = { Authorization: "Basic c2l0ZTpwYXNzd29yZA==", Cookie: "cart=1" };
    const config = await ask(ports[at], `/askline/api/v1/sites/${siteId}/config?language=en`, { headers: own });
    assert.equal(config.status, 200, config.text);
    const event = {
      siteId,
      type: "view",
      eventId: `0193a1b2-c3d4-7abc-8def-00000000000${at}`,
      url: "https://example.com/",
    };
    const sent = await ask(ports[at], "/askline/api/v1/events?widgetVersion=0.1.0", {
      method: "POST",
      headers: { ...own, "Content-Type": "text/plain", Origin: "https://example.com" },
      body: JSON.stringify({ events: [event] }),
    });
    assert.equal(sent.status, 202, sent.text);
    assert.deepEqual(JSON.parse(sent.text).data, { accepted: 1, dropped: 0, errors: [] });
  });

  test(`nginx that ${how} gives nothing else of the service`, async () => {
    for (const path of [
      "/",
      "/login",
      "/setup",
      "/docs",
      "/docs/guide/quick-start",
      "/preview",
      "/healthz",
      "/readyz",
      "/metrics",
      "/mcp",
      "/llms.txt",
      "/api/v1/me",
      "/api/v1/auth/options",
      "/api/v1/openapi.json",
    ]) {
      const { status, text } = await ask(ports[at], `/askline${path}`);
      assert.equal(status, 404, `${path}: ${text.slice(0, 100)}`);
    }
    // nginx resolves dots itself; addresses outside of the path belong to the site.
    assert.equal((await ask(ports[at], "/askline/../login")).text, "the site");
    assert.equal((await ask(ports[at], "/askline/%2e%2e/login")).text, "the site");
    assert.equal((await ask(ports[at], "/asklines/login")).text, "the site");
  });
}
