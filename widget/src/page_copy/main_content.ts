/** The main content of a page, as a copy without navigation and other parts. */

import { Readability } from "@mozilla/readability";

/**
 * Elements that are not content of their page. Without `noscript` the library writes no markup, which a strict policy
 * forbids.
 */
const EXCLUDED =
  "script,style,noscript,template,iframe,nav,aside,form,button,dialog,svg,askline-widget,[hidden],[role=navigation],[role=dialog],body>header,body>footer";
const COMMENTS =
  "#comments,#disqus_thread,.comments,.comment-list,.comments-area,.giscus,.utterances,[itemprop=comment]";
/** The link from a footnote back to its place. */
const BACK = ".footnote-backref,.data-footnote-backref,[data-footnote-backref],[role=doc-backlink],a[href^='#fnref']";
/** If an extract has less than this share of the text of the page's main element, something is missing. */
const MIN_SHARE = 0.6;

export function contentOf(page: Document): HTMLElement {
  const copy = cleanCopy(page);
  const main = mainOf(copy) || copy.body;
  // `pageAsMarkdown` puts the title above the content itself.
  (main.querySelector("h1") || copy.querySelector("h1"))?.remove();
  // If the page marks its main content, nothing else is considered.
  if (main !== copy.body) copy.body.replaceChildren(main);
  // The library changes the document that it gets.
  const found = extractOf(copy.cloneNode(true) as Document);
  const words = (node: Node) => node.textContent?.replace(/\s+/g, "").length || 0;
  return found instanceof HTMLElement && words(found) >= words(main) * MIN_SHARE ? found : main;
}

/**
 * What the library considers the main content. Null on a page that changed the functions that the library needs. On a
 * short page the first attempt is enough, because for another one the library would write markup, which a Trusted Types
 * policy forbids.
 */
function extractOf(page: Document): Node | null | undefined {
  try {
    return new Readability(page, { keepClasses: true, charThreshold: 1, serializer: (node) => node }).parse()?.content;
  } catch {
    return null;
  }
}

function cleanCopy(page: Document): Document {
  // Elements that a style sheet hides can only be recognized in the page: the copy has no styles.
  const marked = [...page.body.querySelectorAll<HTMLElement>("*")].filter(
    (node) => getComputedStyle(node).display === "none",
  );
  marked.forEach((node) => {
    node.setAttribute("data-askline-hidden", "");
  });
  const copy = page.cloneNode(true) as Document;
  marked.forEach((node) => {
    node.removeAttribute("data-askline-hidden");
  });
  copy.querySelectorAll(`${EXCLUDED},${COMMENTS},${BACK},[data-askline-hidden]`).forEach((node) => {
    node.remove();
  });
  for (const link of copy.querySelectorAll<HTMLAnchorElement>("a[href]:not([href^='#'])"))
    link.setAttribute("href", link.href);
  for (const image of copy.querySelectorAll("img")) image.setAttribute("src", image.currentSrc || image.src);
  return copy;
}

export function mainOf(page: Document): HTMLElement | null {
  return page.querySelector<HTMLElement>("main,[role=main]") || page.querySelector<HTMLElement>("article");
}
