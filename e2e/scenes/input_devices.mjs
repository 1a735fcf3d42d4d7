// The same journey with the mouse and with only the keyboard.

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */

/** More key presses than any page has tab stops. */
const MAX_STOPS = 120;

/** @typedef {{ name: string, press: (locator: Locator) => Promise<void>, check: (locator: Locator) => Promise<void>, fill: (locator: Locator, text: string) => Promise<void> }} InputDevice */

/** @type {InputDevice} */
const mouse = {
  name: "by mouse",
  press: (locator) => locator.click(),
  // With `force`, because the visible box covers the input that is clicked.
  check: (locator) => locator.click({ force: true }),
  fill: async (locator, text) => {
    await locator.click();
    await locator.fill(text);
  },
};

/**
 * Whether the element or something in it has the focus: rows of a menu are focused as a whole.
 * @param {Locator} locator
 */
const hasFocus = (locator) =>
  locator.evaluate((element) => element === document.activeElement || element.contains(document.activeElement));

/**
 * Moves the focus there as a person without a mouse does: with Tab, and with the arrow keys within a list.
 * @param {Locator} locator
 */
async function goTo(locator) {
  await locator.waitFor();
  const page = locator.page();
  const isListed = await locator.evaluate((element) =>
    ["menuitem", "option"].includes(element.getAttribute("role") ?? ""),
  );
  // The list opens at the selected entry, which may be further down.
  if (isListed) await page.keyboard.press("Home");
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await hasFocus(locator)) return;
    await page.keyboard.press(isListed ? "ArrowDown" : "Tab");
  }
  throw new Error(`The keyboard does not reach ${locator}.`);
}

/** @type {InputDevice} */
const keyboard = {
  name: "by keyboard alone",
  press: async (locator) => {
    await goTo(locator);
    await locator.page().keyboard.press("Enter");
  },
  check: async (locator) => {
    await goTo(locator);
    await locator.page().keyboard.press("Space");
  },
  fill: async (locator, text) => {
    await goTo(locator);
    await locator.page().keyboard.press("Control+A");
    await locator.page().keyboard.type(text);
  },
};

export const INPUT_DEVICES = [mouse, keyboard];
