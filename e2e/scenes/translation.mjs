// A browser's translation, which puts elements of its own in place of texts.

/** @typedef {import("playwright-core").Page} Page */

/** Marks a text as translated, so that a test can tell it from the page's own. */
const MARK = "¤";

/**
 * Translates the page, and from now on what is added to it, as Chrome and Edge do: the text node leaves the page, and two
 * nested elements with the translated text take its place. What says `translate="no"` stays.
 * @param {Page} page
 */
export async function translate(page) {
  await page.evaluate((mark) => {
    const isKept = (/** @type {Node} */ text) => {
      const parent = text.parentElement;
      if (parent === null || parent.closest("script, style, textarea, svg") !== null) return true;
      if (parent.localName === "font") return true;
      return parent.closest("[translate]")?.getAttribute("translate") === "no";
    };
    const translateIn = (/** @type {Node} */ root) => {
      const texts = [];
      const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      if (root.nodeType === Node.TEXT_NODE) texts.push(root);
      while (walk.nextNode()) texts.push(walk.currentNode);
      for (const text of texts) {
        const words = text.textContent ?? "";
        if (words.trim() === "" || isKept(text)) continue;
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        outer.append(inner);
        inner.append(mark + words);
        text.parentNode?.replaceChild(outer, text);
      }
    };
    document.documentElement.classList.add("translated-ltr");
    translateIn(document.body);
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === "characterData" && target.isConnected) translateIn(target);
        for (const node of addedNodes) if (node.isConnected) translateIn(node);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  }, MARK);
}

/**
 * The texts of the page in order, without the translation's marks; times since something happened are left out.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export async function textsOf(page) {
  const texts = await page.evaluate(() => {
    const walk = document.createTreeWalker(document.querySelector("#app") ?? document.body, NodeFilter.SHOW_TEXT);
    const all = [];
    while (walk.nextNode())
      if (walk.currentNode.parentElement?.closest("style, script") === null)
        all.push(walk.currentNode.textContent ?? "");
    return all;
  });
  return texts
    .map((text) => text.replaceAll(MARK, "").trim())
    .filter((text) => text !== "" && !/ago$|^just now$/.test(text));
}

/**
 * Figures that a translation has taken: texts with digits and no word, which it may write in another way. The values of a
 * choice in a form are no figures.
 * @param {Page} page translated
 * @returns {Promise<string[]>}
 */
export async function figuresOf(page) {
  return page.evaluate(
    (mark) =>
      [...document.querySelectorAll("#app font font")]
        .filter((element) => element.closest("button, select, [role=listbox]") === null)
        .map((element) => (element.textContent ?? "").replace(mark, ""))
        .filter((text) => /\d/.test(text) && !/\p{L}{2}/u.test(text)),
    MARK,
  );
}
