// Pictures of every page of the dashboard in rare states, in target/screenshots/states.
// They are listed in `STATES`: without data, with filters that match nothing, without a response, and others.
// `node figures/dashboard_state_pictures.mjs empty broken` takes only these two; without names it takes every state.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { ROOT, startDemo, startEmpty } from "../scenes/askline.mjs";
import { openBrowser } from "../scenes/browser.mjs";
import { LOOKS, enterViewer, placeOf, setUpEmpty, walk } from "../scenes/dashboard_states.mjs";

const SETTINGS = { ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0", ASKLINE_LIMITS__SESSION_PER_MINUTE: "0" };
const STATES = /** @type {const} */ ([
  "empty",
  "filtered",
  "broken",
  "limited",
  "offline",
  "refused",
  "waiting",
  "viewer",
]);

/**
 * Takes the pictures into their own folder; returns their number.
 * @param {readonly string[]} [wanted]
 */
export async function drawEveryState(wanted = STATES) {
  const folder = join(ROOT, "target/screenshots/states");
  await mkdir(folder, { recursive: true });
  const [browser, demo, instance] = await Promise.all([openBrowser(), startDemo(SETTINGS), startEmpty(SETTINGS)]);
  let drawn = 0;
  try {
    const [full, empty, viewer] = [placeOf(demo), await setUpEmpty(instance), await enterViewer(browser, demo)];
    for (const look of LOOKS) {
      for (const state of STATES.filter((one) => wanted.includes(one))) {
        const place = state === "empty" ? empty : state === "viewer" ? viewer : full;
        await walk(browser, place, state, look, async (page, { name }) => {
          await page.screenshot({ path: join(folder, `${state}-${name}-${look.name}.png`), fullPage: true });
          drawn += 1;
        });
      }
    }
  } finally {
    await browser.close();
    await Promise.all([demo.end(), instance.end()]);
  }
  return drawn;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = process.argv.slice(2);
  console.log(`${await drawEveryState(named.length > 0 ? named : STATES)} pictures`);
}
