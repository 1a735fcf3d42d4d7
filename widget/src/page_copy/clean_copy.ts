/** A copy of a page with what its reader sees, in elements that become Markdown. The page is not changed. */

import { hiddenIn } from "./visible";

/** Elements that are never content. Without `noscript` the library writes no markup, which a strict policy forbids. */
const EXCLUDED =
  "script,style,noscript,template,iframe,object,embed,canvas,nav,dialog,svg,input,select,textarea,datalist," +
  "askline-widget,[role=navigation],[role=dialog],[role=search],body>header,body>footer";
const COMMENTS =
  "#comments,#disqus_thread,.comments,.comment-list,.comments-area,.giscus,.utterances,[itemprop=comment]";
/** The link from a footnote back to its place. */
const BACK = ".footnote-backref,.data-footnote-backref,[data-footnote-backref],[role=doc-backlink],a[href^='#fnref']";
/** Numbers beside the lines of code. */
const LINE_NUMBERS =
  ".lineno,.linenos,.linenodiv,.gutter,.line-numbers,.line-numbers-wrapper,.line-numbers-rows,.hljs-ln-numbers,.rouge-gutter,.ec-gutter,.ln";
const HEADINGS = "h1,h2,h3,h4,h5,h6";
/** What a link to its own heading shows, if anything. */
const ANCHOR_TEXT = /^[\s#¶§🔗⚓\u200b-\u200d\u2060\ufeff]*$/u;
const ANCHOR_CLASS =
  /(^|[\s_-])(headerlink|header-anchor|heading-anchor|anchor(-link)?|hash-link|permalink)([\s_-]|$)/i;
const INVISIBLE = /[\u200b\u2060\ufeff\u00ad]/g;
/** A form with more than this share of the content is the frame of the page, and not a form in it. */
const MIN_FRAME_SHARE = 0.5;

/** A copy of the whole document, without what is hidden or no content; and whether the end of a very large page is missing. */
export function cleanCopy(page: Document): { readonly copy: Document; readonly isCut: boolean } {
  const { hidden: marked, isCut } = hiddenIn(page.body);
  marked.forEach((node) => {
    node.setAttribute("data-askline-hidden", "");
  });
  const copy = page.cloneNode(true) as Document;
  marked.forEach((node) => {
    node.removeAttribute("data-askline-hidden");
  });
  const { body } = copy;
  nameTabs(body);
  remove(body, "[data-askline-hidden]");
  joinLines(body);
  openQuestions(body);
  openForms(body);
  remove(body, `${EXCLUDED},${COMMENTS},${BACK}`);
  removeAnchors(body);
  keepNotes(body);
  flattenTables(body);
  for (const link of body.querySelectorAll<HTMLAnchorElement>("a[href]:not([href^='#'])"))
    link.setAttribute("href", link.href);
  for (const image of body.querySelectorAll("img")) image.setAttribute("src", image.currentSrc || image.src);
  removeInvisible(body);
  return { copy, isCut };
}

function remove(root: Element, selector: string): void {
  for (const node of root.querySelectorAll(selector)) node.remove();
}

function wordsIn(node: Node): number {
  return node.textContent?.replace(/\s+/g, "").length || 0;
}

function make(near: Element, name: string, text: string): HTMLElement {
  const made = near.ownerDocument.createElement(name);
  made.textContent = text;
  return made;
}

/** Puts the name of its tab above each panel, and takes the row of tabs away. */
function nameTabs(root: Element): void {
  for (const panel of root.querySelectorAll("[role=tabpanel]")) {
    const ids = panel.getAttribute("aria-labelledby") || "";
    const tab =
      (ids && root.querySelector(`[id=${JSON.stringify(ids)}]`)) ||
      (panel.id && root.querySelector(`[role=tab][aria-controls=${JSON.stringify(panel.id)}]`)) ||
      tabBeside(panel);
    putName(panel, tab || null);
  }
  // Panels without roles, beside radio buttons with labels or below a row of labels.
  for (const set of root.querySelectorAll("*")) {
    const labels = [...set.querySelectorAll(":scope > label,:scope > .tabbed-labels > label,:scope > .tabs > label")];
    if (labels.length < 2) continue;
    const panels = [
      ...set.querySelectorAll(
        ":scope > .tabbed-content > *,:scope > .blocks > *,:scope > .tab-content,:scope > .sd-tab-content,:scope > .tabbed-block",
      ),
    ];
    if (panels.length !== labels.length) continue;
    panels.forEach((panel, place) => {
      putName(panel, labels[place] || null);
    });
    labels.forEach((label) => {
      label.remove();
    });
  }
  remove(root, "[role=tablist]");
}

/** The tab at the same place in the nearest row of tabs. */
function tabBeside(panel: Element): Element | null {
  for (let at = panel.parentElement; at && at.localName !== "body"; at = at.parentElement) {
    const tabs = at.querySelectorAll("[role=tab]");
    const panels = [...at.querySelectorAll("[role=tabpanel]")];
    if (tabs.length) return tabs.length === panels.length ? (tabs[panels.indexOf(panel)] ?? null) : null;
  }
  return null;
}

function putName(panel: Element, tab: Element | null): void {
  const text = tab?.textContent.trim();
  if (!text) return;
  const line = make(panel, "p", "");
  line.append(make(panel, "strong", text));
  panel.prepend(line);
}

/** Gives code its line breaks, which some pages only make by blocks or `br`, and takes line numbers away. */
function joinLines(root: Element): void {
  for (const table of root.querySelectorAll("table")) {
    // A table around code holds the numbers of its lines beside it.
    const code = table.querySelector("td pre");
    if (code && table.querySelectorAll("pre").length <= 2 && table.querySelector(`${LINE_NUMBERS},td.gutter`)) {
      const last = [...table.querySelectorAll("pre")].pop();
      if (last) table.replaceWith(last);
    }
  }
  for (const block of root.querySelectorAll("pre")) {
    for (const button of block.querySelectorAll("button")) {
      const around = button.parentElement;
      button.remove();
      if (around !== block && !around?.textContent.trim()) around?.remove();
    }
    remove(block, `${LINE_NUMBERS},.copy,.sr-only,.visually-hidden`);
    for (const line of block.querySelectorAll("br")) line.replaceWith("\n");
    const lines = block.querySelectorAll("div,p,li,tr,.line,.token-line,.ec-line,.code-line,.view-line");
    for (const line of lines) {
      const isInner = [...line.querySelectorAll("div,p,li,tr")].some((inner) => wordsIn(inner));
      const after = textAfter(line, block);
      if (!isInner && !line.textContent.endsWith("\n") && after && !after.startsWith("\n")) line.append("\n");
    }
  }
}

/** The text that follows `node` in `block`. */
function textAfter(node: Node, block: Node): string {
  let text = "";
  for (let at: Node | null = node; at && at !== block; at = at.parentNode)
    for (let next = at.nextSibling; next; next = next.nextSibling) {
      text += next.textContent || "";
      if (text) return text;
    }
  return text;
}

/** A button in a heading, or one that opens a part of the page, is the title of that part. Others are no content. */
function openQuestions(root: Element): void {
  for (const button of root.querySelectorAll("button,[role=button]")) {
    const isTitle =
      !!button.closest(`${HEADINGS},summary,dt`) ||
      (wordsIn(button) > 0 && button.hasAttribute("aria-expanded") && button.hasAttribute("aria-controls"));
    if (!isTitle) {
      if (button.localName === "button") button.remove();
      continue;
    }
    const isInTitle = !!button.closest(`${HEADINGS},summary,dt`);
    const made = make(button, isInTitle ? "span" : "p", "");
    const inner = isInTitle ? made : made.appendChild(make(button, "strong", ""));
    inner.append(...button.childNodes);
    button.replaceWith(made);
  }
}

/** Some systems put a whole page into a form. */
function openForms(root: Element): void {
  const all = wordsIn(root);
  for (const form of root.querySelectorAll("form")) {
    const isFrame = !!form.querySelector(`main,article,h1`) || wordsIn(form) > all * MIN_FRAME_SHARE;
    if (isFrame) form.replaceWith(...form.childNodes);
    else form.remove();
  }
}

/** Links with which headings lead to themselves. */
function removeAnchors(root: Element): void {
  for (const link of root.querySelectorAll("a")) {
    const isOwn = (link.getAttribute("href") || "#").includes("#");
    const heading = link.closest(HEADINGS) || link.parentElement?.querySelector(`:scope > :is(${HEADINGS})`);
    if (!isOwn || !heading || link.querySelector(`${HEADINGS},img`)) continue;
    const isOnly = link.textContent.trim() === heading.textContent.trim() && heading.contains(link);
    // A heading that is a link to itself keeps its text.
    if (isOnly) link.replaceWith(...link.childNodes);
    else if (ANCHOR_TEXT.test(link.textContent) || ANCHOR_CLASS.test(link.className) || !heading.contains(link))
      link.remove();
  }
}

/** A note in the text is an `aside`, and so is a column of links beside it. */
function keepNotes(root: Element): void {
  for (const aside of root.querySelectorAll("aside,[role=complementary]")) {
    const links = [...aside.querySelectorAll("a")].reduce((sum, link) => sum + wordsIn(link), 0);
    const isNote =
      !!aside.closest("main,article,[role=main]") && links * 2 < wordsIn(aside) && !aside.querySelector("form");
    if (!isNote) aside.remove();
    else {
      const quote = make(aside, "blockquote", "");
      quote.append(...aside.childNodes);
      aside.replaceWith(quote);
    }
  }
}

/** Markdown has one line for each row: blocks in a cell become texts, and a table that only arranges the page is taken apart. */
function flattenTables(root: Element): void {
  for (const table of [...root.querySelectorAll("table")].reverse()) {
    if (
      table.querySelector(`table,article,main,${HEADINGS}`) ||
      (!table.querySelector("th") && table.querySelector("td p + p"))
    ) {
      const cells = [...table.querySelectorAll("td,th")].filter((cell) => cell.closest("table") === table);
      const parts = cells.map((cell) => {
        const part = make(table, "div", "");
        part.append(...cell.childNodes);
        return part;
      });
      table.replaceWith(...parts);
      continue;
    }
    for (const block of table.querySelectorAll("pre"))
      block.replaceWith(make(table, "code", block.textContent.trim().replace(/\s*\n\s*/g, " ")));
    for (const item of table.querySelectorAll("li + li")) item.previousElementSibling?.append(";");
    for (const block of [...table.querySelectorAll("li,p,div,ul,ol,blockquote,dd,dt")].reverse())
      block.replaceWith(...block.childNodes, " ");
    for (const line of table.querySelectorAll("br")) line.replaceWith(" ");
  }
}

function removeInvisible(root: Element): void {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null)
    if (INVISIBLE.test(node.data) && !node.parentElement?.closest("pre,code"))
      node.data = node.data.replace(INVISIBLE, "");
}
