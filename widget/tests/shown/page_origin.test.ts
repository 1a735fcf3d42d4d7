/** The console message on a page from whose origin the service accepts no events. */

import { expect, test } from "vitest";
import { Browser } from "../support/browser";

/** Opens a page whose first events get `replies`; returns its console messages. */
async function said(
  ...replies: Browser["service"]["eventReplies"]
): Promise<{ browser: Browser; warnings: unknown[][] }> {
  const warnings: unknown[][] = [];
  const browser = await Browser.open({
    prepare: (view) => {
      (view as unknown as { console: Console }).console.warn = (...words: unknown[]) => {
        warnings.push(words);
      };
    },
  });
  browser.service.eventReplies.push(...replies);
  for (let press = 0; press < 3; press += 1) await browser.click("Ask ChatGPT");
  return { browser, warnings };
}
const REFUSED = { status: 202, refused: "ORIGIN_NOT_ALLOWED" } as const;

test("it is said once, with what to do, and the events are not sent again", async () => {
  const { browser, warnings } = await said(REFUSED, REFUSED);
  expect(warnings).toEqual([
    [
      "Askline: this site accepts no events from https://example.com. Add it to the site's allowed origins in the dashboard.",
    ],
  ]);
  expect(browser.stored("askline.queue")).toBeNull();
  expect(browser.errors).toEqual([]);
});

test("nothing is said of events that are taken, or refused for what they are", async () => {
  const { warnings } = await said({ status: 202 }, { status: 202, refused: "UNKNOWN_PLATFORM" });
  expect(warnings).toEqual([]);
});

test.each(["no JSON", "null", '{"data":{"errors":"many"}}', "x".repeat(1_000_000)])(
  "an answer that is not the service's own is let go, and a long one is not read to its end: %.20s",
  async (text) => {
    const { browser, warnings } = await said();
    browser.service.eventText = text;
    await browser.click("Ask ChatGPT");
    expect(browser.service.readBytes).toBeGreaterThan(0);
    expect(browser.service.readBytes).toBeLessThan(50_000);
    expect(warnings).toEqual([]);
    expect(browser.errors).toEqual([]);
  },
);
