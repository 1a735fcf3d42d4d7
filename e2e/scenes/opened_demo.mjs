// A demo and a browser for the journeys of one file. Both end after the last journey.

import { startDemo, startNewDemo } from "./askline.mjs";
import { openBrowser } from "./browser.mjs";
import { ownerOf } from "./dashboard.mjs";

/** Sign-ins are not limited, because journeys sign in more often than people do. */
const WITHOUT_LIMIT = { ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0" };

/** @param {Record<string, string>} [settings] further settings of the service */
export const openDemo = (settings = {}) => withBrowser(startDemo({ ...WITHOUT_LIMIT, ...settings }));
/** A demo that has its page with the widget. @param {Record<string, string>} [settings] */
export const openNewDemo = (settings = {}) => withBrowser(startNewDemo({ ...WITHOUT_LIMIT, ...settings }));

/**
 * @template {import("./askline.mjs").Served} Started
 * @param {Promise<Started>} starting
 */
async function withBrowser(starting) {
  const [browser, demo] = await Promise.all([openBrowser(), starting]);
  const end = async () => {
    await browser.close();
    await demo.end();
  };
  return { browser, demo, owner: ownerOf(demo, "enterprise"), end };
}
