// No everyday task takes more steps than in the competing product with the fewest steps.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { api, logIn, startDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { ownerOf, signIn } from "../../scenes/dashboard.mjs";
import { TASKS } from "./tasks.mjs";

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<import("playwright-core").BrowserContext["storageState"]>>} */
let storageState;
/** @type {{ digit: string, id: string }} */
let otherSite;

before(async () => {
  [browser, demo] = await Promise.all([
    openBrowser(),
    startDemo({ ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0", ASKLINE_LIMITS__SESSION_PER_MINUTE: "0" }),
  ]);
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/account`, ownerOf(demo, "enterprise"));
  storageState = await context.storageState();
  await context.close();
  const { orgId, token } = await logIn(demo);
  /** @type {{ id: string }[]} */
  const sites = (await api(demo, `/sites?orgId=${orgId}&limit=200`, { bearer: token })).items;
  const place = sites.findIndex(({ id }) => id !== demo.siteId);
  otherSite = { digit: String(place + 1), id: String(sites[place]?.id) };
});
after(async () => {
  await browser?.close();
  await demo?.end();
});

describe("twenty tasks", () => {
  assert.equal(TASKS.length, 20);
  for (const { name, peers, of, run, seen } of TASKS) {
    test(name, async (t) => {
      const { context, page } = await newReader(browser, { storageState, viewport: { width: 1280, height: 900 } });
      await page.goto(`${demo.listening}/sites/${demo.siteId}/overview`);
      await page.getByRole("region", { name: "Pages", exact: true }).getByRole("link").first().waitFor();
      let presses = 0;
      const began = performance.now();
      await run({
        page,
        otherSite,
        key: async (key) => {
          presses += 1;
          await page.keyboard.press(key);
        },
        press: async (locator) => {
          presses += 1;
          await locator.click();
        },
        fill: async (locator, text) => {
          presses += 1;
          await locator.fill(text);
        },
      });
      await seen(page).waitFor();
      t.diagnostic(
        `${name} | ${presses} presses | ${((performance.now() - began) / 1000).toFixed(1)} s | ${peers === null ? "no peer" : `${peers}, ${of}`}`,
      );
      if (peers !== null) assert.ok(presses <= peers, `${presses} presses, where ${of} takes ${peers}`);
      await context.close();
    });
  }
});
