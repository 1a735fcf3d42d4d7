// Time until a page is usable on a slow processor and network. For figures, never for a test.

import { watchBytes } from "../scenes/checks/dashboard_loads.mjs";

/**
 * A network: bytes per second, and milliseconds that each request waits. @typedef {{ downloadThroughput: number,
 * uploadThroughput: number, latency: number }} Network
 */

/** "3G Fast" of WebPageTest, which Lighthouse also emulates: 1.6 Mbit/s, 150 ms for each round trip. */
export const FAST_3G = { downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 };

/**
 * In the page: resolves with the time when all of `wanted` are in the document, the frame that shows them has begun and
 * its work is done.
 * @param {readonly string[]} wanted
 */
const watchUse = (wanted) => {
  const usable = new Promise((resolve) => {
    const look = () => {
      if (!wanted.every((selector) => document.querySelector(selector) !== null))
        return void requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  });
  Object.assign(globalThis, { usable });
};

/**
 * The milliseconds until the page shows `wanted`, the work of the page's thread until then, and the bytes on the wire.
 * @param {import("playwright-core").Browser} browser
 * @param {import("playwright-core").BrowserContextOptions} options
 * @param {string} address
 * @param {{ slower: number, network?: Network, wanted: readonly string[] }} conditions
 */
export async function slowLoad(browser, options, address, { slower, network, wanted }) {
  // Not `newReader`, which intercepts every request of a page: the dashboard sends requests only to its instance.
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, locale: "en-US", ...options });
  const page = await context.newPage();
  await page.addInitScript(watchUse, wanted);
  const client = await context.newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: slower });
  // The work of the page's thread, without its waits for a busy processor.
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const bytes = await watchBytes(page);
  if (network !== undefined) await client.send("Network.emulateNetworkConditions", { offline: false, ...network });
  await page.goto(address);
  const usableAt = Number(await page.evaluate("usable"));
  const { metrics } = await client.send("Performance.getMetrics");
  const worked = (metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN) * 1_000;
  await page.waitForLoadState("networkidle");
  const found = { usableAt, worked, bytes: bytes().all };
  await context.close();
  return found;
}
