// HAProxy, nginx and Caddy as shipped, each in front of the real binary. Only names, ports and folders are the test's.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { Agent, request } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";

import { ROOT } from "../dockerfile.mjs";
import { Servers, freePort, until } from "../throwaway_servers.mjs";

export const BINARY = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug/askline");
const HOST = "askline.example.com";
const PASSWORD = "correct horse battery staple";
/** Limits that a test reaches; a request more is refused. */
export const LIMITS = {
  intake_per_minute: 30,
  config_per_minute: 40,
  session_per_minute: 20,
  login_per_minute: 5,
  document_per_minute: 20,
  failed_authentication_per_minute: 5,
  events_per_site_and_day: 1000,
  connections: 40,
  connections_per_address: 20,
  idle_seconds: 60,
  body_seconds: 5,
};
/** The connections of one address that may be open at a front without disturbing others. */
export const IDLE_CONNECTIONS = 8000;
/** Fewer than the queue of any front has room for. */
const CONNECTIONS_AT_ONCE = 250;

const read = (/** @type {string} */ file) => readFileSync(join(ROOT, "deploy", file), "utf8");
export const servers = new Servers();
export const certificate = { key: join(servers.folder, "key.pem"), cert: join(servers.folder, "cert.pem") };

/**
 * The shipped configuration of each front with the test's addresses; how it is started.
 * @type {Record<string, (folder: string, service: number, port: number) => Promise<{ line: string[],
 *   environment?: Record<string, string>, isTls: boolean }>>}
 */
export const FRONTS = {
  HAProxy: async (_, service, port) => ({
    line: ["haproxy", "-f", join(ROOT, "deploy/haproxy.cfg")],
    environment: {
      ASKLINE_BIND: `0.0.0.0:${port}`,
      ASKLINE_NODE_1: `127.0.0.1:${service}`,
      ASKLINE_NODE_2: `127.0.0.1:${await freePort()}`,
      ASKLINE_NODE_3: `127.0.0.1:${await freePort()}`,
      ASKLINE_PROXY_STATUS: `127.0.0.1:${await freePort()}`,
    },
    isTls: false,
  }),
  nginx: async (folder, service, port) => {
    const site = read("nginx.conf")
      .replaceAll("127.0.0.1:8080", `127.0.0.1:${service}`)
      .replaceAll("listen [::]:443 ssl;", "")
      .replaceAll("listen 443", `listen ${port}`)
      .replaceAll(/\/etc\/letsencrypt\S+fullchain\.pem/g, certificate.cert)
      .replaceAll(/\/etc\/letsencrypt\S+privkey\.pem/g, certificate.key)
      .replaceAll(/\/var\/(log|lib)\/nginx/g, folder);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    const file = join(folder, "nginx.conf");
    const main = ["daemon off;", `pid ${join(folder, "pid")};`, `error_log ${join(folder, "main.log")};`];
    // What the comment at the top of nginx.conf says about the main file, as far as this machine allows.
    const events = "worker_rlimit_nofile 16384; events { worker_connections 8192; }";
    writeFileSync(file, [...main, events, `http { access_log off; ${temporary.join(" ")}`, site, "}"].join("\n"));
    return { line: ["nginx", "-p", folder, "-c", file], isTls: true };
  },
  Caddy: async (folder, service, port) => {
    const site = read("Caddyfile")
      .replaceAll("127.0.0.1:8080", `127.0.0.1:${service}`)
      .replace(/^askline\.example\.com \{$/m, `https://${HOST}:${port} {\n\ttls ${certificate.cert} ${certificate.key}`)
      .replace(/^\{$/m, "{\n\tadmin off\n\tauto_https disable_redirects");
    const file = join(folder, "Caddyfile");
    writeFileSync(file, site);
    return {
      line: ["caddy", "run", "--config", file, "--adapter", "caddyfile"],
      environment: { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      isTls: true,
    };
  },
};

export const JSON_BODY = { method: "POST", headers: { "Content-Type": "application/json" } };

/** @typedef {{ status: number, headers: import("node:http").IncomingHttpHeaders, text: string }} Answer */
/** @typedef {{ method?: string, headers?: Record<string, string | number>, body?: string | Buffer, from?: string }} Asked */

/** A front with a service behind it. */
export class Front {
  /** How many addresses of this machine were readers. */
  static #addresses = 0;
  siteId = "";
  port = 0;
  isTls = false;
  /** @type {import("../throwaway_servers.mjs").Running | undefined} */
  service;
  /** How long the front kept a connection without a request. */
  idleMs = Promise.resolve(0);
  /** The answer to a body that arrives by the byte. @type {Promise<Answer> | undefined} */
  slowAnswer;

  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.folder = join(servers.folder, name);
    // The workers of nginx run as another user, who must reach their own folders in this one.
    mkdirSync(this.folder, { mode: 0o711 });
  }

  async start() {
    const data = join(this.folder, "data");
    const service = await freePort();
    const settings = Object.entries(LIMITS).map(([name, limit]) => [
      `ASKLINE_LIMITS__${name.toUpperCase()}`,
      `${limit}`,
    ]);
    const environment = { ...Object.fromEntries(settings), ASKLINE_PROXY__TRUSTED: "127.0.0.1/32" };
    const command = (/** @type {string[]} */ words, input = "") => {
      const { status, stdout, stderr } = spawnSync(BINARY, [...words, "--data", data, "--json"], {
        encoding: "utf8",
        input,
      });
      assert.equal(status, 0, stderr);
      return JSON.parse(stdout);
    };
    const owner = ["--owner-email", "owner@example.com", "--owner-password-stdin"];
    const { orgId } = command(["org", "create", "--name", "Example", ...owner], `${PASSWORD}\n`);
    this.siteId = command(["site", "create", "--org", orgId, "--domain", "blog.example.com"]).siteId;
    this.service = servers.start(
      `askline ${this.name}`,
      [BINARY, "serve", "--listen", `127.0.0.1:${service}`, "--data", data],
      { environment },
    );
    await this.startBefore(service);
    // They take seconds, beside the other tests.
    this.idleMs = this.endOfIdleConnection();
    this.slowAnswer = this.sendSlowly("/api/v1/events");
  }

  /**
   * Starts the front alone, before a service at this port, and waits until it passes requests on.
   * @param {number} service
   */
  async startBefore(service) {
    this.port = await freePort();
    const { line, environment: own, isTls } = await FRONTS[this.name](this.folder, service, this.port);
    this.isTls = isTls;
    const front = servers.start(this.name, line, { environment: own });
    const isReady = async () => (await this.ask("/readyz").catch(() => null))?.status === 200;
    await until(`${this.name} is ready`, isReady, front);
  }

  /**
   * A request through the front, from an address of this machine.
   * @param {string} path
   * @param {Asked} [asked]
   * @returns {Promise<Answer>}
   */
  ask(path, { method = "GET", headers = {}, body = "", from = "127.0.0.1" } = {}) {
    /** @type {Record<string, number>} */
    const length = body.length > 0 ? { "Content-Length": Buffer.byteLength(body) } : {};
    return new Promise((resolve, reject) => {
      const sent = this.open(path, { method, headers: { ...length, ...headers }, from }, resolve);
      sent.on("error", reject);
      sent.end(body);
    });
  }

  /**
   * Begins a request.
   * @param {string} path
   * @param {Asked} asked
   * @param {(answer: Answer) => void} answered
   */
  open(path, { method, headers, from }, answered) {
    const options = {
      host: "127.0.0.1",
      port: this.port,
      path,
      method,
      localAddress: from,
      agent: /** @type {const} */ (false),
      headers: { Host: HOST, ...headers },
    };
    const onAnswer = (/** @type {import("node:http").IncomingMessage} */ answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      answer.on("end", () => answered({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    };
    if (!this.isTls) return plainRequest(options, onAnswer);
    return request({ ...options, servername: HOST, rejectUnauthorized: false }, onAnswer);
  }

  /**
   * Events of different ids.
   * @param {number} count
   * @param {string} from
   */
  sendEvents(count, from, padding = 0) {
    const event = () => ({
      siteId: this.siteId,
      type: "view",
      eventId: randomUUID(),
      url: `https://blog.example.com/${"a".repeat(padding)}`,
    });
    const body = JSON.stringify({ events: Array.from({ length: count }, event) });
    return this.ask("/api/v1/events", { ...JSON_BODY, from, body });
  }

  /** Signs in; the session's token. */
  async session() {
    const body = JSON.stringify({ email: "owner@example.com", password: PASSWORD });
    const { status, text } = await this.ask("/api/v1/auth/login", { ...JSON_BODY, from: "127.0.0.8", body });
    assert.equal(status, 200, text);
    return JSON.parse(text).data.token;
  }

  /**
   * Requests at the same time.
   * @param {number} count
   * @param {() => Promise<Answer>} one
   */
  many(count, one) {
    return Promise.all(Array.from({ length: count }, one));
  }

  /**
   * Asserts that some requests were refused as too many, with the envelope.
   * @param {Answer[]} answers
   * @param {number} least
   */
  refuses(answers, least) {
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length >= least, `${this.name}: ${answers.map(({ status }) => status)}`);
    for (const { text } of refused) assert.equal(JSON.parse(text).error.code, "RATE_LIMITED");
  }

  /**
   * Asserts that an address is limited whatever it claims to be, and another one is not.
   * @param {string} claimed
   * @param {number} limit
   * @param {(from: string) => Promise<Answer>} one
   */
  async isLimited(claimed, limit, one) {
    const from = `127.0.1.${++Front.#addresses}`;
    const answers = await this.many(limit + 1, () => one(from));
    const statuses = answers.map(({ status }) => status);
    // A request that fails would not count, and admit another one.
    assert.ok(Math.max(...statuses) < 500, `${this.name} loses requests: ${statuses}`);
    assert.ok(statuses.filter((status) => status !== 429).length <= limit, `${this.name} admits more: ${statuses}`);
    this.refuses(answers, 1);
    assert.notEqual((await one("127.0.2.1")).status, 429, `${this.name} hides the address of ${claimed}`);
  }

  /**
   * Opens a connection, sends one request, and waits until the front ends the connection.
   * @returns {Promise<number>}
   */
  endOfIdleConnection() {
    return new Promise((resolve, reject) => {
      const began = Date.now();
      const options = {
        host: "127.0.0.1",
        port: this.port,
        path: "/healthz",
        headers: { Host: HOST, Connection: "keep-alive" },
      };
      const onAnswer = (/** @type {import("node:http").IncomingMessage} */ answer) => {
        answer.socket.once("close", () => resolve(Date.now() - began));
        answer.resume();
      };
      const agent = this.isTls ? new Agent({ keepAlive: true }) : undefined;
      const sent = this.isTls
        ? request({ ...options, agent, servername: HOST, rejectUnauthorized: false }, onAnswer)
        : plainRequest(options, onAnswer);
      sent.on("error", reject);
      sent.end();
    });
  }

  /**
   * Sends a body by the byte until an answer comes.
   * @param {string} path
   * @returns {Promise<Answer>}
   */
  sendSlowly(path) {
    return new Promise((resolve, reject) => {
      /** @type {ReturnType<typeof setInterval>} */
      let sending;
      const headers = { "Content-Type": "application/json", "Content-Length": 4096 };
      const sent = this.open(path, { method: "POST", headers, from: "127.0.0.7" }, (answer) => {
        clearInterval(sending);
        sent.destroy();
        resolve(answer);
      });
      sent.on("error", reject);
      sending = setInterval(() => sent.write(" "), 200);
    });
  }

  /** Opens connections from an address that send nothing; returns how many are open, and how to end them. */
  async openIdle(from = "127.0.3.1") {
    /** @type {import("node:net").Socket[]} */
    const sockets = [];
    while (sockets.length < IDLE_CONNECTIONS) {
      const some = Array.from({ length: CONNECTIONS_AT_ONCE }, () =>
        connect({ host: "127.0.0.1", port: this.port, localAddress: from }).on("error", () => {}),
      );
      await Promise.all(some.map((socket) => new Promise((done) => socket.once("connect", done).once("close", done))));
      sockets.push(...some);
    }
    return {
      open: () => sockets.filter((socket) => !socket.closed && socket.readyState === "open").length,
      end: async () => {
        for (const socket of sockets) socket.destroy();
        await until("they have ended", async () => sockets.every((socket) => socket.closed));
      },
    };
  }
}

/** Makes the certificate of the fronts that speak TLS. */
export function makeCertificate() {
  const { key, cert } = certificate;
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${HOST}`];
  const { status, stderr } = spawnSync("openssl", [...made, "-keyout", key, "-out", cert], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
}
