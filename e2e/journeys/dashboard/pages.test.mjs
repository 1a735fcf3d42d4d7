// Every page of an instance opens at its address. It has a heading and shows no error.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { ROOT } from "../../scenes/askline.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { ORGANIZATION_PAGES, SIGN_IN_PAGES, SITE_PAGES } from "../../scenes/checks/dashboard_loads.mjs";
import { signIn, unexpected } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";
import { openSettled } from "../../scenes/settled.mjs";

const { browser, demo, owner, end } = await openDemo();
after(end);
/** One browser for all pages, as a person has it. @type {Awaited<ReturnType<typeof newReader>>} */
let reader;
before(async () => {
  reader = await newReader(browser);
  await signIn(reader.page, `${demo.listening}/account`, owner);
});

/** Every page behind the sign-in. @type {Record<string, string>} */
const PAGES = {
  "all sites": "/",
  "the account": "/account",
  ...Object.fromEntries(SITE_PAGES.map((name) => [`${name} of a site`, `/sites/${demo.siteId}/${name}`])),
  ...Object.fromEntries(
    ORGANIZATION_PAGES.map((name) => [`${name} of an organization`, `/orgs/${owner.orgId}/${name}`]),
  ),
};

test("every page that the dashboard has is opened here", () => {
  const router = readFileSync(join(ROOT, "dashboard/src/router.tsx"), "utf8");
  const routes = [...router.matchAll(/getParentRoute: \(\) => (site|organization),\s+path: "\/([^"]+)"/g)].map(
    ([, parent, path]) => `${parent} ${path.replace("$promptId", "new")}`,
  );
  assert.ok(routes.length > 15, `only ${routes.length} routes were found`);
  const opened = [
    ...SITE_PAGES.map((name) => `site ${name}`),
    ...ORGANIZATION_PAGES.map((name) => `organization ${name}`),
  ];
  assert.deepEqual([...new Set(routes)].sort(), opened.sort());
});

describe("opens at its address, with a heading and without an error", () => {
  for (const [name, path] of Object.entries(PAGES)) {
    test(name, async () => {
      const { page, problems } = reader;
      await openSettled(page, demo.listening + path);
      assert.notEqual(await page.locator("#content h1").first().innerText(), "");
      assert.equal(await page.getByText("Couldn’t load this").count(), 0);
      assert.equal(await page.getByText("Page not found").count(), 0);
      assert.deepEqual(unexpected(problems.splice(0)), []);
    });
  }
  for (const path of SIGN_IN_PAGES) {
    test(`${path}, before sign-in`, async () => {
      const { context, page, problems } = await newReader(browser);
      await openSettled(page, demo.listening + path);
      assert.notEqual(await page.getByRole("heading", { level: 1 }).innerText(), "");
      assert.deepEqual(unexpected(problems), []);
      await context.close();
    });
  }
  for (const path of ["/docs", "/docs/guide", "/docs/widget"]) {
    test(`${path}, for all people`, async () => {
      const { page, problems } = reader;
      await openSettled(page, demo.listening + path);
      assert.notEqual(await page.getByRole("heading", { level: 1 }).first().innerText(), "");
      assert.deepEqual(unexpected(problems.splice(0)), []);
    });
  }
});
