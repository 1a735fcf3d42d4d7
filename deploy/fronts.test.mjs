// HAProxy, nginx and Caddy as shipped undo no limit of the service. They have limits of their own, and what they answer
// themselves is in the format of the API.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { runningPart } from "../scripts/testing/parts.mjs";
import { ROOT } from "./dockerfile.mjs";
import { FRONTS, Front, IDLE_CONNECTIONS, JSON_BODY, LIMITS, makeCertificate, servers } from "./fronts/front.mjs";
import { until } from "./throwaway_servers.mjs";

/** Less than the time after which any front ends them; only a failing test waits this long. */
const MAX_WAIT_MS = 4000;

/** `make test-ci` tests one of the three, another one for each commit. */
const part = runningPart();
const TESTED = Object.keys(FRONTS).filter((_, number, { length }) => part === null || part % length === number);

/** Each limit of the service, and how a front could undo it. */
const CHECKS = {
  intake_per_minute: async (/** @type {Front} */ front) =>
    front.isLimited("203.0.113.1", LIMITS.intake_per_minute, (from) => front.sendEvents(1, from)),
  config_per_minute: async (/** @type {Front} */ front) =>
    front.isLimited("203.0.113.1", LIMITS.config_per_minute, (from) =>
      front.ask(`/api/v1/sites/${front.siteId}/config`, { from }),
    ),
  session_per_minute: async (/** @type {Front} */ front) => {
    const headers = { Authorization: `Bearer ${await front.session()}` };
    const answers = await front.many(LIMITS.session_per_minute + 1, () => front.ask("/api/v1/auth/me", { headers }));
    front.refuses(answers, 1);
  },
  login_per_minute: async (/** @type {Front} */ front) =>
    front.isLimited("203.0.113.1", LIMITS.login_per_minute, (from) =>
      front.ask("/api/v1/auth/login", { ...JSON_BODY, from, body: "{}" }),
    ),
  document_per_minute: async (/** @type {Front} */ front) =>
    front.isLimited("203.0.113.1", LIMITS.document_per_minute, (from) => front.ask("/api/v1/openapi.json", { from })),
  failed_authentication_per_minute: async (/** @type {Front} */ front) =>
    front.isLimited("203.0.113.1", LIMITS.failed_authentication_per_minute, (from) =>
      front.ask("/api/v1/sites", { from, headers: { Authorization: "Bearer ak_unknown" } }),
    ),
  // An address may send a fiftieth of them.
  events_per_site_and_day: async (/** @type {Front} */ front) => {
    const first = await front.sendEvents(50, "127.0.0.9");
    const more = await front.sendEvents(50, "127.0.0.9");
    const { accepted } = JSON.parse(first.text).data;
    assert.ok(accepted > 0 && accepted < 50, first.text);
    assert.notEqual(JSON.parse(more.text).data?.accepted ?? 0, 50, more.text);
  },
  // The service has room for fewer connections than there are readers, and each reader is answered.
  connections: async (/** @type {Front} */ front) => {
    const answers = await front.many(3 * LIMITS.connections, () => front.ask("/healthz"));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  },
  // Connections of a proxy are not counted for its address: all readers have it.
  connections_per_address: async (/** @type {Front} */ front) => {
    const answers = await front.many(2 * LIMITS.connections_per_address, () => front.ask("/healthz"));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  },
  // The front ends an idle connection itself, before the service does.
  idle_seconds: async (/** @type {Front} */ front) => {
    assert.ok((await front.idleMs) < LIMITS.idle_seconds * 1000);
  },
  // A body that arrives by the byte is refused by the service, however long the front would wait for it.
  body_seconds: async (/** @type {Front} */ front) => {
    const answer = await front.slowAnswer;
    assert.deepEqual([answer?.status, JSON.parse(answer?.text ?? "").error.code], [400, "BAD_REQUEST"]);
  },
};
/** One front at a time has so many connections: a process may not have those of all. */
let idling = Promise.resolve();

before(makeCertificate);

after(() => servers.endAll());

test("each limit of the settings is tested", () => {
  const settings = readFileSync(join(ROOT, "config/default.toml"), "utf8");
  const section = /^\[limits\]\n([^]*?)^\[/m.exec(settings)?.[1] ?? "";
  const names = [...section.matchAll(/^(\w+) = /gm)].map(([, name]) => name);
  assert.deepEqual(Object.keys(CHECKS).sort(), names.sort());
  assert.deepEqual(Object.keys(LIMITS).sort(), names.sort());
});

describe("each front", { concurrency: true }, () => {
  for (const name of TESTED)
    describe(name, { concurrency: 1 }, () => {
      const front = new Front(name);
      before(() => front.start());

      for (const [limit, check] of Object.entries(CHECKS))
        test(`limits.${limit} holds through ${name}`, () => check(front));

      test(`${IDLE_CONNECTIONS} idle connections of one address delay no other reader of ${name}`, async (context) => {
        const mine = idling.then(async () => {
          const idle = await front.openIdle();
          const began = performance.now();
          const late = new Promise((done) => setTimeout(() => done(null), MAX_WAIT_MS).unref());
          const answer = await Promise.race([front.ask("/healthz", { from: "127.0.4.1" }), late]);
          const waited = Math.round(performance.now() - began);
          context.diagnostic(`the next reader waited ${waited} ms, with ${idle.open()} connections open`);
          assert.equal(answer?.status, 200, "the next reader is answered while they are open");
          await idle.end();
        });
        idling = mine.catch(() => {});
        await mine;
      });

      test(`a body of 64 KiB reaches the service through ${name}, and a larger one is refused with the envelope`, async () => {
        const ask = (/** @type {number} */ bytes) =>
          front.ask("/api/v1/auth/login", { ...JSON_BODY, from: "127.0.5.1", body: `"${"a".repeat(bytes - 2)}"` });
        assert.equal((await ask(64 * 1024)).status, 422);
        for (const bytes of [64 * 1024 + 1, 200 * 1024]) {
          const { status, text } = await ask(bytes);
          assert.deepEqual([status, JSON.parse(text).error.code], [413, "PAYLOAD_TOO_LARGE"], text);
        }
      });

      test(`a large head is answered with the envelope through ${name}`, async () => {
        const headers = (/** @type {number} */ kib) => ({ headers: { "X-Large": "a".repeat(kib * 1024) } });
        assert.equal((await front.ask("/healthz", headers(20))).status, 200);
        const { status, text } = await front.ask("/healthz", headers(100));
        // What HAProxy cannot parse it answers before any of its settings for errors applies.
        if (name === "HAProxy") assert.equal(status, 400);
        else if (status !== 200) assert.equal(JSON.parse(text).error.code, "PAYLOAD_TOO_LARGE", text);
      });

      test(`readers never see what is for the proxy alone through ${name}`, async () => {
        const { status, headers } = await front.ask("/widget.js");
        assert.deepEqual([status, headers["x-accel-expires"]], [200, undefined]);
      });

      test(`without the service ${name} answers in the format of the API, and nginx with what it keeps`, async () => {
        const kept = ["/widget.js", `/api/v1/sites/${front.siteId}/config`];
        for (const path of kept) assert.equal((await front.ask(path, { from: "127.0.6.1" })).status, 200, path);
        if (front.service) await servers.end(front.service, "SIGKILL");
        // A request may be under way while the service ends.
        const isAway = async () => ((await front.ask("/healthz").catch(() => null))?.status ?? 0) >= 500;
        await until("the front knows", isAway);
        const { status, headers, text } = await front.ask("/healthz");
        const { data, error, meta } = JSON.parse(text);
        assert.deepEqual([data, error.code, headers["access-control-allow-origin"]], [null, "UNAVAILABLE", "*"]);
        assert.ok([502, 503].includes(status) && headers["retry-after"] === "1");
        assert.match(meta.requestId, /^req_/);
        const asked = kept.map(async (path) => {
          const credential = { headers: { Authorization: "Bearer ak_other" } };
          const answers = await Promise.all([front.ask(path, { from: "127.0.6.1" }), front.ask(path, credential)]);
          const [open, private_] = answers.map((answer) => answer.status);
          assert.equal(open === 200, name === "nginx", path);
          assert.ok(private_ >= 500, "a request with a credential gets nothing that is kept");
        });
        await Promise.all(asked);
      });
    });
});
