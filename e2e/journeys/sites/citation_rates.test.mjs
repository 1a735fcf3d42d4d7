// Rates of citations in the dashboard: the API's figures, and its words about changes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { api, logIn, startDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { ownerOf, signIn, unexpected } from "../../scenes/dashboard.mjs";

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {{ orgId: string, token: string }} */
let session;

before(async () => {
  [browser, demo] = await Promise.all([openBrowser(), startDemo()]);
  session = await logIn(demo);
});
after(async () => {
  await Promise.all([browser?.close(), demo?.end()]);
});

test("each engine has its stored change, the rate of the previous period, its days and its cost", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, `${demo.listening}/sites/${demo.siteId}/citations`, ownerOf(demo, "enterprise"));
  const summary = await api(demo, `/citations/${demo.siteId}/summary?days=30&compare=previous&groupBy=monitor`, {
    bearer: session.token,
  });
  const engineTable = page.getByRole("region", { name: "All questions by engine" });
  await engineTable.getByRole("row", { name: /^All engines/ }).waitFor();
  const names = { openai: "ChatGPT", perplexity: "Perplexity", gemini: "Gemini", anthropic: "Claude", xai: "Grok" };
  const asked = summary.byEngine.filter((/** @type {any} */ { samples, failedCount }) => samples + failedCount > 0);
  assert.ok(asked.length > 1);
  for (const rates of [...asked, { ...summary.totals, engine: null }]) {
    const name = rates.engine === null ? "All engines" : names[/** @type {keyof typeof names} */ (rates.engine)];
    const words = await engineTable.getByRole("row", { name: new RegExp(`^${name}`) }).innerText();
    const level = rates.engine === null ? "site" : "engine";
    const change = summary.changes.find(
      (/** @type {any} */ one) => one.level === level && (one.engine ?? null) === rates.engine,
    );
    assert.equal(/clear since/.test(words), change !== undefined, `${name}: ${words}`);
    assert.equal(/previous period:/.test(words), rates.previousCitationRate !== null, `${name}: ${words}`);
    assert.ok(words.trimEnd().endsWith(rates.credits.toLocaleString("en")), `${name}: ${words}`);
  }

  const { engine, samples, citedCounts } = summary.seriesByEngine[0];
  await engineTable.getByRole("link", { name: names[/** @type {keyof typeof names} */ (engine)] }).click();
  await page.waitForURL(new RegExp(`trend=${engine}`));
  const chart = page.getByRole("region", { name: /^Answers from .* by day$/ });
  await chart.getByRole("button", { name: "Table", exact: true }).click();
  const rows = await chart.locator("tbody tr").evaluateAll((found) =>
    // The last column has notes.
    found.map((row) => [...row.querySelectorAll("td")].slice(0, 3).map((cell) => Number(cell.textContent))),
  );
  assert.deepEqual(
    rows,
    samples.map((/** @type {number} */ count, /** @type {number} */ day) => [
      citedCounts[day],
      count - citedCounts[day],
      count,
    ]),
  );
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("each competitor is compared with the site in the same answers, over all questions and in a question’s row", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, `${demo.listening}/sites/${demo.siteId}/citations`, ownerOf(demo, "enterprise"));
  const { byCompetitor } = await api(demo, `/citations/${demo.siteId}/summary?days=30&groupBy=competitor`, {
    bearer: session.token,
  });
  assert.ok(byCompetitor.length > 0, "the demonstration has competitors");
  const compared = page.getByRole("region", { name: "You and your competitors" });
  await compared.getByRole("row").nth(byCompetitor.length).waitFor();
  await everyRowMatches(compared, byCompetitor);
  const { byMonitor } = await api(demo, `/citations/${demo.siteId}/summary?days=30&groupBy=monitor`, {
    bearer: session.token,
  });
  const [{ monitorId, query }] = byMonitor;
  const ofQuestion = await api(
    demo,
    `/citations/${demo.siteId}/summary?days=30&groupBy=competitor&monitorId=${monitorId}`,
    { bearer: session.token },
  );
  await page.goto(`${demo.listening}/sites/${demo.siteId}/citations?monitor=${monitorId}`);
  const beside = page
    .getByRole("region", { name: query })
    .getByRole("region", { name: "Competitors on this question" });
  await beside.waitFor();
  await everyRowMatches(beside, ofQuestion.byCompetitor);
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

/**
 * The rows have each competitor's counts and rate, and those of the site over the same number of answers.
 * @param {import("playwright-core").Locator} table
 * @param {any[]} competitors as the API has them
 */
async function everyRowMatches(table, competitors) {
  assert.ok(competitors.length > 0);
  for (const { domain, siteOnSameAnswers, ...rates } of competitors) {
    assert.equal(siteOnSameAnswers.samples, rates.samples, `${domain} is compared over the same answers`);
    const words = await table.getByRole("row", { name: new RegExp(`^${domain}`) }).innerText();
    assert.ok(!/[▲▼]|clear/.test(words), `no change of a competitor is stored: ${words}`);
    for (const { citedCount, samples, citationRate } of [rates, siteOnSameAnswers]) {
      const counts = `${citedCount.toLocaleString("en-US")} of ${samples.toLocaleString("en-US")}`;
      assert.ok(words.includes(counts), `${domain}: ${counts} in ${words}`);
      assert.ok(words.includes(`${Math.round(citationRate * 100)}%`), `${domain}: ${words}`);
    }
  }
}
