// Finds texts that are cut off, so that a reader cannot read them completely. They are cut at the edge of a box that
// neither scrolls nor shows "…".

/**
 * The texts of the page that are cut off, each with the tag and class of the box that cuts it off.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string[]>}
 */
export function cutTexts(page) {
  return page.evaluate(() => {
    /**
     * Whether a box is only for screen readers: a pixel wide, or clipped on purpose. @param {CSSStyleDeclaration} style
     * @param {DOMRect} box
     */
    const isOnlyHeard = (style, box) => box.width <= 2 || box.height <= 2 || style.clipPath !== "none";
    /**
     * Whether the whole text is in a title, or its end is shown as "…". @param {Element} element @param
     * {CSSStyleDeclaration} style @param {string} text
     */
    const tellsOfItsEnd = (element, style, text) =>
      style.textOverflow === "ellipsis" || (element.closest("[title]")?.getAttribute("title") ?? "").includes(text);
    const cut = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = (node.nodeValue ?? "").trim();
      if (
        text === "" ||
        node.parentElement === null ||
        node.parentElement.closest("svg, option, script, style") !== null
      )
        continue;
      range.selectNodeContents(node);
      const rect = range.getBoundingClientRect();
      if (rect.width === 0) continue;
      for (
        let box = /** @type {Element | null} */ (node.parentElement);
        box !== null && box !== document.body;
        box = box.parentElement
      ) {
        const style = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        if (
          isOnlyHeard(style, edge) ||
          tellsOfItsEnd(box, style, text) ||
          ["auto", "scroll"].includes(style.overflowX) ||
          style.visibility === "hidden"
        )
          break;
        if (style.position === "fixed") break;
        if (
          ["hidden", "clip"].includes(style.overflowX) &&
          (rect.right > edge.right + 1 || rect.left < edge.left - 1)
        ) {
          cut.push(`${text.slice(0, 60)} (${box.tagName.toLowerCase()}.${box.className})`);
          break;
        }
      }
    }
    return cut;
  });
}
