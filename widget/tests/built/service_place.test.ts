/** Where the service is: next to the script, also below a path of the site. */

import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { SITE } from "../support/example_site";

/** The addresses that a page requests whose tag has these attributes. */
async function requested(tag: Readonly<Record<string, string>>): Promise<string[]> {
  const browser = await Browser.open({ url: "https://example.com/bread", tag: { "data-site": SITE, ...tag } });
  await browser.click("Ask ChatGPT");
  expect(browser.errors).toEqual([]);
  const asked = browser.service.asked.map(({ url }) => url.replace(/\?.*$/, ""));
  return [...new Set(asked)];
}

test.each([
  ["https://askline.test/widget.js", "https://askline.test"],
  ["https://example.com/askline/widget.js", "https://example.com/askline"],
  ["https://example.com/shop/askline/widget.js?release=2", "https://example.com/shop/askline"],
  ["/askline/widget.js", "https://example.com/askline"],
])("a script at %s asks and sends events to %s", async (src, service) => {
  expect(await requested({ src })).toEqual([`${service}/api/v1/sites/${SITE}/config`, `${service}/api/v1/events`]);
});

test("what the tag names counts more than where the script is", async () => {
  const service = "https://ask.example.net/path";
  expect(await requested({ src: "https://example.com/askline/widget.js", "data-api": service })).toEqual([
    `${service}/api/v1/sites/${SITE}/config`,
    `${service}/api/v1/events`,
  ]);
});
