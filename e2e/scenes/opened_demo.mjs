// A demo and a browser for the journeys of one file. Both end after the last journey.

import { startDemo } from "./askline.mjs";
import { openBrowser } from "./browser.mjs";
import { ownerOf } from "./dashboard.mjs";

/**
 * Sign-ins are not limited, because journeys sign in more often than people do.
 * @param {Record<string, string>} [settings] more of the service's
 */
export async function openDemo(settings = {}) {
  const [browser, demo] = await Promise.all([openBrowser(), startDemo({ ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0", ...settings })]);
  const end = async () => {
    await browser.close();
    await demo.end();
  };
  return { browser, demo, owner: ownerOf(demo, "enterprise"), end };
}
