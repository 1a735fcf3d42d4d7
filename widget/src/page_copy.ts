/**
 * The file that is loaded when a reader copies the page: its main content as Markdown. Works on a copy, and never changes the page.
 */

import { strikethrough, tables, taskListItems } from "@joplin/turndown-plugin-gfm";
import { Readability } from "@mozilla/readability";
import Turndown from "turndown";

/** What is not content of its own page. `noscript` also keeps the library from writing markup, which a strict policy forbids. */
const LEFT_OUT = "script,style,noscript,template,iframe,nav,aside,form,button,dialog,svg,askline-widget,[hidden],[role=navigation],[role=dialog],body>header,body>footer";
const COMMENTS = "#comments,#disqus_thread,.comments,.comment-list,.comments-area,.giscus,.utterances,[itemprop=comment]";
/** The link from a footnote back to its place. */
const BACK = ".footnote-backref,.data-footnote-backref,[data-footnote-backref],[role=doc-backlink],a[href^='#fnref']";
/** An extract with less than this part of the text of the page's main element has lost something. */
const PART_LEAST = 0.6;
const OWN_BYTES_MOST = 2_000_000;

/** Title, content and address. Earlier releases call it, too, so its parameters may only grow. `own` is the address of the page's own Markdown; if that can be read, it wins. */
export async function pageAsMarkdown(title: string, address: string, own: string): Promise<string> {
  return (own && await fetched(own)) || undisturbed(() => converted(title, address));
}

/** The text at that address; empty if it cannot be fetched, or is an HTML page. */
async function fetched(address: string): Promise<string> {
  try {
    const response = await fetch(address, { credentials: "omit" });
    const type = response.headers.get("Content-Type") || "";
    const text = response.ok && !type.includes("html") ? await response.text() : "";
    return text.length > OWN_BYTES_MOST ? "" : text;
  } catch {
    return "";
  }
}

/**
 * Runs `act` while properties that the page added to all objects and lists are hidden from `for … in`, which the libraries use. It
 * ends before any other script runs.
 */
function undisturbed<Made>(act: () => Made): Made {
  const added = [Object.prototype, Array.prototype].flatMap((prototype: object) => Object.keys(prototype).map((key) => [prototype, key] as const));
  const show = (enumerable: boolean) => { for (const [prototype, key] of added) Reflect.defineProperty(prototype, key, { enumerable }); };
  show(false);
  try {
    return act();
  } finally {
    show(true);
  }
}

function converted(title: string, address: string): string {
  const heading = mainOf(document)?.querySelector("h1") || document.querySelector("h1");
  const own = heading?.textContent.trim();
  const content = writer().turndown(contentOf(document)).trim();
  return `# ${own || title}\n\n${content}\n\n<${address}>\n`;
}

function contentOf(page: Document): HTMLElement {
  const copy = cleanCopy(page);
  const main = mainOf(copy) || copy.body;
  // The title is already above the content, in its own words.
  (main.querySelector("h1") || copy.querySelector("h1"))?.remove();
  // What the page itself marks as its main content is better than any guess.
  if (main !== copy.body) copy.body.replaceChildren(main);
  // The library changes the document that it gets.
  const found = extractOf(copy.cloneNode(true) as Document);
  const words = (node: Node) => node.textContent?.replace(/\s+/g, "").length || 0;
  return found instanceof HTMLElement && words(found) >= words(main) * PART_LEAST ? found : main;
}

/**
 * What the library takes for the main content. Nothing on a page that changed the functions that it needs. On a short page, too, only
 * its first try counts: for another one it would write markup, which a policy of trusted types forbids.
 */
function extractOf(page: Document): Node | null | undefined {
  try {
    return new Readability(page, { keepClasses: true, charThreshold: 1, serializer: (node) => node }).parse()?.content;
  } catch {
    return null;
  }
}

function cleanCopy(page: Document): Document {
  // Elements hidden by a style sheet are hidden in the page only: the copy has no styles.
  const marked = [...page.body.querySelectorAll<HTMLElement>("*")].filter((node) => getComputedStyle(node).display === "none");
  marked.forEach((node) => { node.setAttribute("data-askline-hidden", ""); });
  const copy = page.cloneNode(true) as Document;
  marked.forEach((node) => { node.removeAttribute("data-askline-hidden"); });
  copy.querySelectorAll(`${LEFT_OUT},${COMMENTS},${BACK},[data-askline-hidden]`).forEach((node) => { node.remove(); });
  for (const link of copy.querySelectorAll<HTMLAnchorElement>("a[href]:not([href^='#'])")) link.setAttribute("href", link.href);
  for (const image of copy.querySelectorAll("img")) image.setAttribute("src", image.currentSrc || image.src);
  return copy;
}

function mainOf(page: Document): HTMLElement | null {
  return page.querySelector<HTMLElement>("main,[role=main]") || page.querySelector<HTMLElement>("article");
}

function writer(): Turndown {
  const made = new Turndown({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-", emDelimiter: "*", hr: "---" });
  made.use([strikethrough, tables, taskListItems]);
  // An image without alternative text says nothing.
  made.addRule("decoration", { filter: (node) => node.nodeName === "IMG" && !node.getAttribute("alt"), replacement: () => "" });
  made.addRule("code", {
    filter: "pre",
    replacement: (_, node) => {
      const text = (node.textContent || "").replace(/\n$/, "");
      const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/^`+/gm)].map(([ticks]) => ticks.length + 1)));
      return `\n\n${fence}${languageOf(node)}\n${text}\n${fence}\n\n`;
    },
  });
  made.addRule("note", {
    filter: (node) => node.nodeName === "SUP" && !!noteOf(node),
    replacement: (_, node) => `[^${noteOf(node)}]`,
  });
  made.addRule("notes", {
    filter: (node) => node.nodeName === "LI" && /^(user-content-)?fn[-:]?\w/.test(node.id),
    replacement: (content, node) => `\n[^${noteName(node.id)}]: ${content.trim().replace(/\n+/g, "\n    ")}\n`,
  });
  return made;
}

/** The language of a block of code, in any form in which pages give it. */
function languageOf(block: Element): string {
  const around = [block, ...block.querySelectorAll("code"), block.parentElement, block.closest("[class*=highlight-],[data-lang],[data-language]")];
  for (const node of around) {
    const named = node?.getAttribute("data-lang") || node?.getAttribute("data-language") ||
      /(?:^|\s)(?:language|lang|highlight-source|highlight|brush:)-?\s?([\w+#-]+)/.exec(node?.className || "")?.[1];
    if (named && named !== "text") return named;
  }
  return "";
}

/** The name of the footnote that a reference in the text leads to. */
function noteOf(mark: Element): string {
  const target = mark.querySelector("a[href*='#']")?.getAttribute("href")?.split("#")[1] || "";
  return /^(user-content-)?fn/.test(target) ? noteName(target) : "";
}

function noteName(id: string): string {
  return id.replace(/^(user-content-)?fn[-:]?/, "");
}
