// Finds elements that are too wide. These are a page that scrolls sideways, and a table that is wider than its card.

/**
 * Names each of them, with the number of pixels by which it is too wide.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string[]>}
 */
export function tooWide(page) {
  return page.evaluate(() => {
    const found = [];
    const beyond = document.documentElement.scrollWidth - innerWidth;
    if (beyond > 0) found.push(`the page by ${beyond} px`);
    for (const table of document.querySelectorAll("#content table")) {
      const around = table.parentElement;
      if (around === null || /auto|scroll/.test(getComputedStyle(around).overflowX)) continue;
      const over = Math.ceil(table.getBoundingClientRect().right - around.getBoundingClientRect().right - 0.5);
      if (over > 0) found.push(`the table "${table.querySelector("th")?.textContent}" by ${over} px`);
    }
    return found;
  });
}
