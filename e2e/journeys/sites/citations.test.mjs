// Citations in the dashboard, from typing a question to the answer as evidence. Stand-ins for engines use the engines'
// own protocols.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";

import { api, becomes, logIn, makeSite, startDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { enterAs, ownerOf, signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { startStandIn } from "../../scenes/services/stand_in.mjs";

const { test, cell } = journeysOf(import.meta.url);

const OWN_PAGE = "https://pages.example/guide";
const RIVAL_PAGE = "https://rival.example/best";
const QUESTION = "Which gear ratio suits steep streets?";

/** @type {Awaited<ReturnType<typeof startStandIn>>} */
let engines;
/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {{ orgId: string, token: string }} */
let session;
/** @type {string} */
let siteId;

before(async () => {
  engines = await startStandIn();
  const settings = {
    ...engines.settings(["openai", "perplexity"]),
    ASKLINE_OUTGOING__ALLOWED: "127.0.0.1/32",
    ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0",
  };
  [browser, demo] = await Promise.all([openBrowser(), startDemo(settings)]);
  session = await logIn(demo);
  siteId = await makeSite(demo, session, { name: "Pages", origin: "https://pages.example", config: {} });
  await engines.answers({
    openai: { kind: "cited", urls: [RIVAL_PAGE, OWN_PAGE] },
    perplexity: { kind: "mentioned_only", text: 'They call it <img src="x" onerror="document.title = 1"> **good**.' },
  });
});
after(async () => {
  await Promise.all([browser?.close(), demo?.end(), engines?.end()]);
});

const address = () => `${demo.listening}/sites/${siteId}/citations`;
const monitors = async () => (await api(demo, `/monitors/${siteId}`, { bearer: session.token })).items;

test("the price of a question is shown before it is asked, and each answer is its evidence", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, address(), ownerOf(demo, "enterprise"));
  await page.getByRole("button", { name: "Add your first question" }).click();
  const form = page.getByRole("dialog", { name: "Track a question" });
  await form.getByLabel("Question").fill(QUESTION);
  await form.getByLabel("Competitors").fill("https://rival.example/shop");
  await form.getByLabel("Country").fill("De");
  await form.getByText("Germany").waitFor();
  await form.getByRole("button", { name: "Save" }).click();

  const before = await api(demo, "/credits");
  const run = page.getByRole("dialog", { name: "Run now?" });
  await run.getByText("Maximum").waitFor();
  const [monitor] = await monitors();
  await run.getByRole("button", { name: `Run (max. ${monitor.creditsPerRun} credits)` }).click();
  await run.waitFor({ state: "detached" });
  const cell = page
    .getByRole("row", { name: new RegExp(QUESTION.slice(0, -1)) })
    .getByRole("link", { name: /100\s?% 3 of 3/ });
  await cell.click();
  const evidence = page.getByRole("region", { name: QUESTION });
  await evidence.getByText("Cited, position 2").waitFor();
  await evidence.getByText("1 competitor cited").waitFor();
  await evidence.locator("mark").first().waitFor();
  assert.deepEqual(
    await evidence.locator("mark").allTextContents(),
    ["Passage 2 rests on a page."],
    "the passage that rests on the site is marked, and no other",
  );
  assert.deepEqual(
    await evidence
      .locator("ol li")
      .allInnerTexts()
      .then((rows) => rows.map((row) => row.split(/\s+/))),
    [
      ["1", "rival.example/best", "competitor"],
      ["2", "pages.example/guide", "History", "yours"],
    ],
  );
  assert.equal(new URL(page.url()).searchParams.get("engine"), "openai");

  const [newest, second] = (await api(demo, `/citations/${siteId}?engine=openai`)).items;
  await evidence.getByText(`answer ${newest.sample} of 3`).waitFor();
  await evidence.getByRole("link", { name: "Older answer" }).click();
  await evidence.getByText(`answer ${second.sample} of 3`).waitFor();
  assert.equal(new URL(page.url()).searchParams.get("answer"), second.id);
  await evidence.getByRole("button", { name: "Raw answer" }).click();
  await page
    .getByRole("dialog")
    .getByText(/"output_text"/)
    .waitFor();
  await page.keyboard.press("Escape");

  await evidence.getByRole("link", { name: "Perplexity" }).click();
  await evidence.getByText("Not mentioned").waitFor();
  await evidence.getByText('<img src="x"').waitFor();
  assert.equal(await evidence.locator("img").count(), 0, "what an engine sends is text");

  const paid = await api(demo, "/credits");
  assert.equal(before.balance - paid.balance, monitor.creditsPerRun);
  await page.goBack();
  await evidence.getByText(`answer ${second.sample} of 3`).waitFor();
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("an engine that cites no longer is new in the latest run, and not called a change", async () => {
  await engines.answers({ openai: { kind: "consulted_only", urls: [OWN_PAGE] } });
  const { context, page } = await newReader(browser);
  await signIn(page, `${address()}`, ownerOf(demo, "enterprise"));
  await page.getByRole("link", { name: QUESTION }).click();
  const evidence = page.getByRole("region", { name: QUESTION });
  await evidence.getByRole("button", { name: "Run now…" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Run \(max\./ })
    .click();
  const row = page.getByRole("row", { name: new RegExp(QUESTION.slice(0, -1)) });
  await row.getByText("cited by ChatGPT in the previous run, but not in the latest one").waitFor();
  assert.equal(await row.getByText(/more often|less often/).count(), 0);
  await evidence.getByText("This is new in the latest run.").waitFor();
  await evidence
    .getByText("There are too few runs, or their answers vary too much, to tell whether the rate changed.")
    .waitFor();
  await evidence.getByRole("link", { name: "Perplexity" }).click();
  await evidence.getByText("Cited in the latest run: 0/3; in the previous run: 0/3.").waitFor();
  assert.equal(await evidence.getByText("This is new in the latest run.").count(), 0);
  await context.close();
});

test("the table and the list of changes show every stored change and no other", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/sites/${demo.siteId}/citations`, ownerOf(demo, "enterprise"));
  const { byMonitor, changes: current } = await api(
    demo,
    `/citations/${demo.siteId}/summary?days=30&compare=previous&groupBy=monitor`,
    { bearer: session.token },
  );
  const names = { openai: "ChatGPT", perplexity: "Perplexity", gemini: "Gemini", anthropic: "Claude", xai: "Grok" };
  let shown = 0;
  for (const { query, lastRun } of byMonitor) {
    const row = page.getByRole("rowheader").filter({ hasText: query });
    await row.waitFor();
    const words = await row.innerText();
    for (const { engine, change, flipped } of lastRun.changes) {
      const name = names[/** @type {keyof typeof names} */ (engine)];
      const often = change?.direction === "fall" ? "less" : "more";
      assert.equal(words.includes(`cited ${often} often by ${name}`), change !== null, `${engine}: ${words}`);
      assert.equal(words.includes(`cited by ${name} in the latest run, but `), flipped, `${engine}: ${words}`);
      shown += change === null ? 0 : 1;
    }
  }
  assert.ok(shown >= 2, "the demonstration has a rise and a fall");
  const { items } = await api(demo, `/changes/${demo.siteId}`, { bearer: session.token });
  const listed = items.map((/** @type {{ id: string }} */ { id }) => id);
  assert.ok(current.every((/** @type {{ id: string }} */ { id }) => listed.includes(id)));
  await page.getByRole("link", { name: "Changes", exact: true }).click();
  const list = page.getByRole("region", { name: "Clear changes" });
  await list.getByText(/often/).first().waitFor();
  assert.equal(await list.getByRole("rowheader").count(), items.length);
  assert.equal(await list.getByText(/clear since/).count(), items.length);
  await page.getByRole("link", { name: "Site", exact: true }).click();
  await page.waitForURL(/view=changes/);
  await context.close();
});

test("the reason is shown at the field that is refused, and what was typed stays", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, address(), ownerOf(demo, "enterprise"));
  await page.getByRole("button", { name: "Track a question" }).click();
  const form = page.getByRole("dialog", { name: "Track a question" });
  await form.getByLabel("Question").fill("Is it good?");
  await form.getByLabel("Competitors").fill("pages.example");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("This is your own domain.").waitFor();
  assert.equal(await form.getByLabel("Question").inputValue(), "Is it good?");
  await context.close();
});

test("a question that was saved is in the list at once, also under other words, and no longer when it is archived", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, address(), ownerOf(demo, "enterprise"));
  await page.getByRole("button", { name: "Track a question" }).click();
  const form = page.getByRole("dialog", { name: "Track a question" });
  await form.getByLabel("Question").fill("Which guide helps beginners?");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog", { name: "Run now?" }).getByText("Maximum").waitFor();
  await page.keyboard.press("Escape");
  const row = page.getByRole("row", { name: /Which guide helps beginners/ });
  await row.getByRole("button").click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: /Edit/ });
  await edit.getByLabel("Question").fill("Which guide helps experts?");
  await edit.getByRole("button", { name: "Save" }).click();
  const edited = page.getByRole("row", { name: /Which guide helps experts/ });
  await edited.waitFor();
  await becomes(() => row.count(), 0);
  await page.reload();
  await edited.waitFor();
  await edited.getByRole("button").click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await edited.waitFor({ state: "detached" });
  await page.goto(`${demo.listening}/sites/${siteId}/overview`);
  await becomes(async () => (await monitors()).filter((/** @type {any} */ one) => one.archivedAt === null).length, 1);
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("a run that costs more than there is says so before it is begun", async () => {
  const org = ownerOf(demo, "free");
  const token = (await api(demo, "/auth/login", { method: "POST", body: { email: org.email, password: org.password } }))
    .token;
  const { items } = await api(demo, `/sites?orgId=${org.orgId}`, { bearer: token });
  const site =
    items[0]?.id ??
    (await api(demo, `/sites?orgId=${org.orgId}`, { bearer: token, method: "POST", body: { domain: "pages.example" } }))
      .id;
  for (const query of ["First?", "Second?"]) {
    await api(demo, `/monitors/${site}`, {
      bearer: token,
      method: "POST",
      body: { query, engines: ["openai", "perplexity"], samplesPerRun: 5, cadence: "manual" },
    });
  }
  const credits = await api(demo, `/credits?orgId=${org.orgId}`, { bearer: token });
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/sites/${site}/citations`, org);
  // Runs spend the plan's credits until the next one is too expensive.
  for (
    let left = credits.available;
    ;
    left = (await api(demo, `/credits?orgId=${org.orgId}`, { bearer: token })).available
  ) {
    await page
      .getByRole("row", { name: /First\?/ })
      .getByRole("button")
      .click();
    await page.getByRole("menuitem", { name: "Run now…" }).click();
    const run = page.getByRole("dialog");
    const begin = run.getByRole("button", { name: /Run \(max\./ });
    await begin.waitFor();
    if (left < 15) {
      await run.getByText(/This run may cost up to 15 credits/).waitFor();
      assert.ok(await begin.isDisabled());
      break;
    }
    await begin.click();
    await run.waitFor({ state: "detached" });
    await becomes(
      async () =>
        (await api(demo, `/monitors/${site}`, { bearer: token })).items.every(
          (/** @type {any} */ one) => one.lastRun?.status !== "running",
        ),
      true,
    );
    await page.reload();
  }
  await context.close();
});

test("a viewer reads rates and excerpts, and neither asks nor sees costs", async () => {
  const { context, page } = await newReader(browser);
  await enterAs(page, demo, session, "viewer");
  await page.goto(`${address()}?days=7`);
  await page.getByRole("link", { name: /50\s?% 3 of 6/ }).click();
  await page.getByText("Source only (not linked)").waitFor();
  await page.getByText("Excerpt.").waitFor();
  for (const name of ["Track a question", "Run now…", "Raw answer"])
    assert.equal(await page.getByRole("button", { name }).count(), 0, name);
  assert.doesNotMatch(await page.locator("#content").innerText(), /credits/);
  await context.close();
});

test("by keyboard alone a question is opened, and its panel closed", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, address(), ownerOf(demo, "enterprise"));
  await page.getByRole("link", { name: QUESTION }).focus();
  await page.keyboard.press("Enter");
  const evidence = page.getByRole("region", { name: QUESTION });
  await evidence.getByText("Source only (not linked)").waitFor();
  // On a phone the panel replaces the matrix, and gets the focus.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goBack();
  await page.getByRole("link", { name: QUESTION }).focus();
  await page.keyboard.press("Enter");
  await evidence.getByText("Source only (not linked)").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), "evidence");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: QUESTION }).waitFor();
  await context.close();
});

describe("axe finds nothing", () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    cell(`among answers in ${colorScheme}`, async () => {
      const { context, page } = await newReader(browser, { colorScheme, viewport: { width: 1280, height: 900 } });
      await signIn(page, address(), ownerOf(demo, "enterprise"));
      const cited = (await api(demo, `/citations/${siteId}?engine=openai&cited=true`)).items[0];
      await page.goto(`${address()}?monitor=${cited.monitorId}&engine=openai&answer=${cited.id}`);
      await page.getByText("Cited, position 2").waitFor();
      // The sign-in page's announcement disappears with its page.
      await page.reload();
      await page.locator("mark").waitFor();
      assert.deepEqual(await violations(page), [], "the answer");
      for (const name of ["Track a question", "Run now…"]) {
        await page.getByRole("button", { name, exact: true }).click();
        await page
          .getByRole("dialog")
          .getByRole("button", { name: /Cancel/ })
          .waitFor();
        assert.deepEqual(await violations(page), [], name);
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
      await context.close();
    });
  }
});

test("what a run found is shown although it began and ended between two requests of the page", async () => {
  await engines.answers({ openai: { kind: "cited", urls: [RIVAL_PAGE, OWN_PAGE] } });
  const { context, page } = await newReader(browser);
  await signIn(page, address(), ownerOf(demo, "enterprise"));
  const row = page.getByRole("row", { name: new RegExp(QUESTION.slice(0, -1)) });
  await row.getByText("cited by ChatGPT in the previous run, but not in the latest one").waitFor();
  // From here on, the page sees a run only after its end.
  await page.route("**/api/v1/monitors/*?*", async (route) => {
    await becomes(
      async () => (await monitors()).some((/** @type {any} */ one) => one.lastRun?.status === "running"),
      false,
    );
    await route.fallback();
  });
  await row.getByRole("button").click();
  await page.getByRole("menuitem", { name: "Run now…" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Run \(max\./ })
    .click();
  await row.getByText("cited by ChatGPT in the latest run, but not in the previous one", { exact: true }).waitFor();
  assert.equal(await row.getByText("not cited by").count(), 0);
  await context.close();
});
