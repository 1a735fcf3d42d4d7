// Temporary servers on free ports of the loopback interface. Their data is in one temporary folder, which is deleted
// with them.

import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ROOT } from "./dockerfile.mjs";

/** Longer than any start takes; only a failing start waits this long. */
const MAX_START_MS = 60_000;
/** A server on PostgreSQL announces its end for 3 s, and finishes open requests within 10 s. */
const MAX_STOP_MS = 20_000;
const IS_ROOT = process.getuid?.() === 0;
/** Debian installs HAProxy outside of the path of ordinary users. */
const PATH = `${process.env.PATH}:/usr/sbin`;

/** @typedef {{ name: string, pid: number, ended: Promise<number | null>, hasEnded: boolean, child: import("node:child_process").ChildProcess }} Running */

/** A port of this machine that nobody uses. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((done) => server.close(done));
  return port;
}

/**
 * Waits until a condition holds.
 * @param {string} what
 * @param {() => Promise<boolean>} holds
 * @param {Running} [server] if it ends, that is a failure
 */
export async function until(what, holds, server) {
  const end = Date.now() + MAX_START_MS;
  while (!(await holds())) {
    if (server?.hasEnded) throw new Error(`${server.name} ended before ${what}`);
    if (Date.now() > end) throw new Error(`${what}: not within ${MAX_START_MS / 1000} s`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/**
 * Whether a program accepts connections at this port.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export const accepts = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });

/** Programs that run together, with one folder. */
export class Servers {
  folder = mkdtempSync(join(tmpdir(), "askline-scaled-"));
  /** Found when it is first needed: not every test has PostgreSQL. */
  get #postgres() {
    return postgresPrograms();
  }

  /** @type {Running[]} */
  #running = [];

  constructor() {
    // PostgreSQL runs as another user, who must reach its own folder in this one.
    chmodSync(this.folder, 0o711);
  }

  /**
   * Starts a program, which ends with this one at the latest. Its output goes to its own file.
   * @param {string} name
   * @param {string[]} line
   * @param {{ environment?: Record<string, string | undefined>, asPostgres?: boolean }} [how]
   * @returns {Running}
   */
  start(name, line, { environment = {}, asPostgres = false } = {}) {
    const log = openSync(this.log(name), "a");
    // In its own group: Ctrl-C reaches only this program, which ends the others in order.
    const child = spawn("setpriv", ["--pdeathsig", "TERM", ...(asPostgres ? plain() : []), "--", ...line], {
      env: { ...process.env, PATH, ...environment },
      cwd: this.folder,
      detached: true,
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    /** @type {Running} */
    const server = {
      name,
      pid: child.pid ?? 0,
      hasEnded: false,
      child,
      ended: new Promise((done) =>
        child.once("exit", (code) => {
          server.hasEnded = true;
          done(code);
        }),
      ),
    };
    child.once("error", (error) => writeFileSync(this.log(name), String(error)));
    this.#running.push(server);
    return server;
  }

  /**
   * The file with what a program printed.
   * @param {string} name
   */
  log(name) {
    return join(this.folder, `${name}.log`);
  }

  /**
   * Ends a program, and waits until it has ended.
   * @param {Running} server
   * @param {NodeJS.Signals} signal
   */
  async end(server, signal = "SIGTERM") {
    if (!server.hasEnded) server.child.kill(signal);
    const late = setTimeout(() => server.child.kill("SIGKILL"), MAX_STOP_MS);
    await server.ended;
    clearTimeout(late);
  }

  /**
   * Ends all, the last started first, and removes the folder. Programs of the same kind (`askline 1`, `askline 2`) end
   * together.
   */
  async endAll() {
    const kind = (/** @type {Running} */ { name }) => name.split(" ")[0];
    const kinds = [...new Set(this.#running.map(kind))].reverse();
    // PostgreSQL waits for its clients, unless SIGINT makes it end their connections.
    const signal = (/** @type {string} */ of) => (of.startsWith("postgres") ? "SIGINT" : "SIGTERM");
    for (const one of kinds)
      await Promise.all(
        this.#running.filter((server) => kind(server) === one).map((server) => this.end(server, signal(one))),
      );
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Runs one of PostgreSQL's programs to its end, as its user.
   * @param {string} name
   * @param {string[]} words
   * @param {string} [password]
   */
  #run(name, words, password = "") {
    const [program, ...rest] = [...(IS_ROOT ? ["setpriv", ...plain()] : []), join(this.#postgres, name), ...words];
    const { status, stderr, error } = spawnSync(program, rest, {
      encoding: "utf8",
      cwd: this.folder,
      env: { ...process.env, PGPASSWORD: password },
    });
    if (status !== 0) throw new Error(`${name}: ${error ?? stderr}`);
  }

  /**
   * A folder that PostgreSQL's user owns.
   * @param {string} name
   */
  #folderOfPostgres(name) {
    const folder = join(this.folder, name);
    mkdirSync(folder, { mode: 0o700 });
    if (IS_ROOT) spawnSync("chown", ["postgres:postgres", folder]);
    return folder;
  }

  /** Starts PostgreSQL with one role, `askline`, and the database `postgres`. */
  async startPostgres() {
    const data = this.#folderOfPostgres("postgres");
    const password = randomBytes(16).toString("hex");
    const passwordFile = join(this.folder, "password");
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (IS_ROOT) spawnSync("chown", ["postgres:postgres", passwordFile]);
    this.#run("initdb", [
      "--auth=scram-sha-256",
      "--pwfile",
      passwordFile,
      "--username=askline",
      "--encoding=UTF8",
      "--locale=C.UTF-8",
      "--no-sync",
      "-D",
      data,
    ]);
    const port = await freePort();
    await this.#serve("postgres", data, port);
    const url = `postgres://askline:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;
    return { port, password, url };
  }

  /**
   * Starts a replica of a PostgreSQL server: it follows the write-ahead log, and answers reads.
   * @param {{ port: number, password: string }} primary
   */
  async startReplica({ port: from, password }) {
    const data = this.#folderOfPostgres("postgres-replica");
    const place = ["-h", "127.0.0.1", "-p", String(from), "-U", "askline"];
    this.#run(
      "pg_basebackup",
      [...place, "-D", data, "-R", "-X", "stream", "-C", "-S", "replica", "--checkpoint=fast", "--no-sync"],
      password,
    );
    const port = await freePort();
    const server = await this.#serve("postgres-replica", data, port);
    return { port, url: `postgres://askline:${password}@127.0.0.1:${port}/postgres?sslmode=disable`, server };
  }

  /**
   * @param {string} name
   * @param {string} data
   * @param {number} port
   */
  async #serve(name, data, port) {
    const settings = [
      `port=${port}`,
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      "max_connections=200",
    ].flatMap((one) => ["-c", one]);
    const server = this.start(name, [join(this.#postgres, "postgres"), "-D", data, ...settings], { asPostgres: true });
    const isReady = () =>
      spawnSync(join(this.#postgres, "pg_isready"), ["-q", "-h", "127.0.0.1", "-p", String(port)]).status === 0;
    await until(`${name} is ready`, async () => isReady(), server);
    return server;
  }

  /** Starts Redis, which stores nothing on disk. */
  async startRedis() {
    const port = await freePort();
    const server = this.start("redis", [
      "redis-server",
      "--port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--save",
      "",
      "--appendonly",
      "no",
    ]);
    await until("Redis is ready", () => accepts(port), server);
    return `redis://127.0.0.1:${port}`;
  }

  /**
   * Starts HAProxy with the shipped haproxy.cfg in front of these servers.
   * @param {number[]} ports
   * @param {number} [port] where it listens
   */
  async startProxy(ports, port = 0) {
    const [bind, status] = [port || (await freePort()), await freePort()];
    const nodes = Object.fromEntries(ports.map((one, index) => [`ASKLINE_NODE_${index + 1}`, `127.0.0.1:${one}`]));
    const environment = { ...nodes, ASKLINE_BIND: `127.0.0.1:${bind}`, ASKLINE_PROXY_STATUS: `127.0.0.1:${status}` };
    const server = this.start("haproxy", ["haproxy", "-f", join(ROOT, "deploy/haproxy.cfg")], { environment });
    await until(
      "HAProxy finds a server ready",
      async () => (await fetch(`http://127.0.0.1:${bind}/readyz`).catch(() => null))?.status === 200,
      server,
    );
    return { url: `http://127.0.0.1:${bind}`, status: `http://127.0.0.1:${status}` };
  }
}

/**
 * Freezes PostgreSQL (`STOP`), so that its connections stay open and nothing answers, or lets it continue (`CONT`).
 * @param {string} folder that of the servers
 * @param {"STOP" | "CONT"} signal
 */
export function signalPostgres(folder, signal) {
  const postmaster = readFileSync(join(folder, "postgres/postmaster.pid"), "utf8").split("\n")[0];
  // Its children first, so that none of them notices that another one ended.
  spawnSync("pkill", [`-${signal}`, "--parent", postmaster]);
  const { status, stderr } = spawnSync("kill", [`-${signal}`, postmaster], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

/** The arguments with which setpriv runs a program as PostgreSQL's user, because PostgreSQL never runs as root. */
function plain() {
  return IS_ROOT ? ["--reuid=postgres", "--regid=postgres", "--init-groups"] : [];
}

/** The folder with the newest PostgreSQL's programs. */
function postgresPrograms() {
  const root = "/usr/lib/postgresql";
  const newest = readdirSync(root)
    .map(Number)
    .sort((one, other) => other - one)[0];
  return join(root, String(newest), "bin");
}
