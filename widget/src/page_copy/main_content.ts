/** The main content of a page, as a copy without navigation and other parts. */

import { Readability } from "@mozilla/readability";
import { cleanCopy } from "./clean_copy";

/** If an extract has less than this share of the text of the page's body, something is missing. */
const MIN_SHARE = 0.6;
/** What an extract must keep: headings, code, tables and lists. */
const STRUCTURE = ["h2,h3,h4", "pre", "table", "li"] as const;
const MIN_STRUCTURE_SHARE = 0.9;

export function contentOf(page: Document): { readonly content: HTMLElement; readonly isCut: boolean } {
  const { copy, isCut } = cleanCopy(page);
  const main = mainOf(copy);
  // `pageAsMarkdown` puts the title above the content itself.
  (main?.querySelector("h1") || copy.querySelector("h1"))?.remove();
  // If the page marks its main content, nothing else is considered.
  if (main) return { content: main, isCut };
  // The library changes the document that it gets.
  const found = extractOf(copy.cloneNode(true) as Document);
  return { content: found instanceof HTMLElement && isComplete(found, copy.body) ? found : copy.body, isCut };
}

/** Whether the extract has most of the text, and almost all of what the body has of headings, code, tables and lists. */
function isComplete(found: Element, body: Element): boolean {
  const words = (node: Node) => node.textContent?.replace(/\s+/g, "").length || 0;
  if (words(found) < words(body) * MIN_SHARE) return false;
  // Lists and tables of nothing but links are navigation.
  const count = (root: Element, selector: string) =>
    [...root.querySelectorAll(selector)].filter((node) => {
      const links = [...node.querySelectorAll("a")].reduce((sum, link) => sum + words(link), 0);
      return words(node) > links * 2;
    }).length;
  return STRUCTURE.every((selector) => count(found, selector) >= count(body, selector) * MIN_STRUCTURE_SHARE);
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

export function mainOf(page: Document): HTMLElement | null {
  return page.querySelector<HTMLElement>("main,[role=main]") || page.querySelector<HTMLElement>("article");
}
