// A monitor, from its question to every place that shows its answers. Uses the real binary, stand-ins for engines with
// their own protocols, a published verifier of webhooks, and a published client of MCP.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { api, becomes, logIn, makeSite, startDemo } from "../../scenes/askline.mjs";
import { connectedClient, readTool, rowsOf } from "../../scenes/services/mcp_client.mjs";
import { startReceiver } from "../../scenes/services/receiver.mjs";
import { startStandIn } from "../../scenes/services/stand_in.mjs";

const OWN_PAGE = "https://pages.example/guide/?utm_source=openai";
const RIVAL_PAGE = "https://www.rival.example/best";

describe("a monitor that asks two engines", () => {
  /** @type {Awaited<ReturnType<typeof startStandIn>>} */
  let engines;
  /** @type {Awaited<ReturnType<typeof startReceiver>>} */
  let receiver;
  /** @type {Awaited<ReturnType<typeof startDemo>>} */
  let demo;
  /** @type {{ orgId: string, token: string }} */
  let owner;
  /** @type {string} */
  let siteId;

  before(async () => {
    [engines, receiver] = await Promise.all([startStandIn(), startReceiver()]);
    demo = await startDemo({ ...engines.settings(["openai", "anthropic"]), ASKLINE_OUTGOING__ALLOWED: "127.0.0.1/32" });
    owner = await logIn(demo);
    siteId = await makeSite(demo, owner, { name: "Pages", origin: "https://pages.example", config: {} });
    const { id, secret } = await asOwner(`/webhooks?orgId=${owner.orgId}`, {
      url: receiver.url,
      events: ["citation.run_completed", "citation.gained", "citation.lost"],
    });
    assert.match(id, /^whk_/);
    receiver.knows(secret);
  });
  after(async () => {
    await demo?.end();
    await receiver?.end();
    await engines?.end();
  });

  /**
   * Calls the API as the owner.
   * @param {string} path
   * @param {unknown} [body]
   */
  const asOwner = (path, body) => api(demo, path, { bearer: owner.token, method: "POST", body });

  /**
   * Runs the monitor to its end.
   * @param {string} monitorId
   */
  async function run(monitorId) {
    const { job } = await asOwner(`/monitors/${siteId}/${monitorId}/run`, {});
    const state = async () => (await api(demo, `/jobs/${job.id}`, { bearer: owner.token })).state;
    await becomes(state, "succeeded");
    return job.id;
  }

  test("shows what they cite in citations, pages, the ledger, a signed webhook and through MCP", async () => {
    await engines.answers({
      openai: { kind: "cited", urls: [RIVAL_PAGE, OWN_PAGE] },
      anthropic: { kind: "no_search" },
    });
    const monitor = await asOwner(`/monitors/${siteId}`, {
      query: "Which tools turn long articles into audio?",
      engines: ["openai", "anthropic", "gemini"],
      cadence: "manual",
      samplesPerRun: 2,
      competitors: ["rival.example"],
    });
    const before = await api(demo, "/credits");
    const jobId = await run(monitor.id);

    const { items } = await api(demo, `/citations/${siteId}`);
    assert.equal(items.length, 5);
    const of = (/** @type {string} */ engine) => items.filter((/** @type {any} */ item) => item.engine === engine);
    for (const citation of of("openai")) {
      assert.deepEqual(
        [citation.status, citation.outcome, citation.searched, citation.cited, citation.position],
        ["succeeded", "cited", true, true, 2],
      );
      assert.deepEqual(
        citation.citedUrls.map((/** @type {any} */ cited) => cited.owner),
        ["competitor", "own"],
      );
      assert.equal(citation.competitors[0].position, 1);
    }
    for (const citation of of("anthropic")) {
      assert.deepEqual([citation.status, citation.searched, citation.cited], ["succeeded", false, false]);
    }
    // A missing key is reported once per engine, and costs nothing.
    for (const citation of of("gemini")) {
      assert.deepEqual([citation.status, citation.failure.code, citation.creditsUsed], ["failed", "NOT_CONFIGURED", 0]);
    }

    const used = items.reduce((/** @type {number} */ sum, /** @type {any} */ item) => sum + item.creditsUsed, 0);
    assert.ok(used > 0);
    const after = await api(demo, "/credits");
    assert.deepEqual([after.balance, after.reserved], [before.balance - used, before.reserved]);
    const [line] = (await api(demo, "/credits/ledger")).items;
    assert.deepEqual([line.type, line.amount, line.reference], ["debit", -used, { type: "job", id: jobId }]);

    const pages = await api(demo, `/analytics/${siteId}/pages?sort=citations`);
    assert.deepEqual([pages.items[0].path, pages.items[0].citations], ["/guide", 2]);

    // There were no earlier runs, so nothing was gained.
    await becomes(async () => receiver.received.map(({ type }) => type), ["citation.run_completed"]);

    const client = await connectedClient(demo, demo.key);
    const listed = rowsOf(await readTool(client, "list_citations", { siteId }), "items");
    await client.close();
    const seen = (/** @type {any} */ { id, engine, outcome, cited, position }) => ({
      id,
      engine,
      outcome,
      cited,
      position,
    });
    assert.deepEqual(listed.map(seen), items.map(seen));
  });

  test("calls nothing lost or gained for what one run says, and costs nothing when no engine answers", async () => {
    const [monitor] = (await api(demo, `/monitors/${siteId}`, { bearer: owner.token })).items;
    /** @type {[import("../../scenes/services/stand_in.mjs").Reaction, string][]} */
    const rounds = [
      [{ kind: "consulted_only", urls: [OWN_PAGE] }, "consulted"],
      [{ kind: "cited", urls: [OWN_PAGE] }, "cited"],
    ];
    for (const [reaction, outcome] of rounds) {
      await engines.answers({ openai: reaction });
      await run(monitor.id);
      const [latest] = (await api(demo, `/citations/${siteId}?engine=openai`)).items;
      assert.equal(latest.outcome, outcome);
      const { changes } = (await api(demo, `/monitors/${siteId}`, { bearer: owner.token })).items[0].lastRun;
      const change = changes.find((/** @type {any} */ { engine }) => engine === "openai");
      assert.deepEqual([change.flipped, change.different, change.change], [true, null, null]);
    }

    // Each run is reported, and nothing else is.
    await becomes(async () => receiver.received.map(({ type }) => type), Array(3).fill("citation.run_completed"));

    await engines.answers({ openai: { kind: "bad_key" }, anthropic: { kind: "out_of_credit" } });
    const before = await api(demo, "/credits");
    const { job } = await asOwner(`/monitors/${siteId}/${monitor.id}/run`, {});
    const ended = async () => (await api(demo, `/jobs/${job.id}`, { bearer: owner.token })).state;
    await becomes(ended, "failed");
    const after = await api(demo, "/credits");
    assert.deepEqual([after.balance, after.reserved], [before.balance, before.reserved]);
    const keys = JSON.stringify(await api(demo, `/citations/${siteId}`));
    assert.ok(!keys.includes("sk-stand-in"), "no key of the operator is in what an owner reads");
  });
});
