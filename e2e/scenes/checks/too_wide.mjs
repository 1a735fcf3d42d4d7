// Finds elements that are too wide for their place. These are pages that scroll sideways, tables that are wider than
// their card, and figures that are cut.

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
      if (around === null) continue;
      // The frame of a table scrolls as a last resort, which is too wide; other boxes are there to scroll.
      const isFrame = around.hasAttribute("data-frame");
      if (!isFrame && /auto|scroll/.test(getComputedStyle(around).overflowX)) continue;
      const over = Math.ceil(table.getBoundingClientRect().right - around.getBoundingClientRect().right - 0.5);
      if (over > 0) found.push(`the table "${table.querySelector("th")?.textContent}" by ${over} px`);
    }
    const figures = [...document.querySelectorAll("#content *")].filter(
      (one) => one.childElementCount === 0 && /^[\d.,\s–%]*\d[\d.,\s–%]*$/.test(one.textContent ?? ""),
    );
    for (const figure of figures)
      if (figure.scrollWidth > figure.clientWidth && getComputedStyle(figure).overflowX !== "visible")
        found.push(`the figure ${figure.textContent} is cut`);
    return found;
  });
}

/** What takes the most room where a table has a span of time. */
const WIDEST_MINUTES = -59;
/** A figure as sites with many readers have it. */
const WIDE_FIGURE = 888_888;

/**
 * Writes the widest span of time and a figure of six digits into every table, so that whether a table fits does not
 * depend on the hour in which the test runs or on what readers of the demonstration did.
 * @param {import("playwright-core").Page} page
 */
export function writeWidest(page) {
  return page.evaluate(
    ({ minutes, figure }) => {
      const { lang } = document.documentElement;
      const spans = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
      const units = /** @type {const} */ (["second", "minute", "hour", "day"]);
      const escaped = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      const forms = units.flatMap((unit) => [0, -1, -7].map((value) => spans.format(value, unit)));
      const anySpan = new RegExp(forms.map((form) => escaped(form).replace(/\d+/, "\\d+")).join("|"), "g");
      const widest = spans.format(minutes, "minute");
      const wide = new Intl.NumberFormat(lang).format(figure);
      for (const table of document.querySelectorAll("#content table")) {
        const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
          const is = text.nodeValue ?? "";
          const wanted = /^\d{1,3}$/.test(is) ? wide : is.replace(anySpan, widest);
          if (wanted !== is) text.nodeValue = wanted;
        }
      }
    },
    { minutes: WIDEST_MINUTES, figure: WIDE_FIGURE },
  );
}
