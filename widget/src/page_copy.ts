/** Loaded when a reader copies the page: its main content as Markdown. Works on a copy of the page. */

import { contentOf, mainOf } from "./page_copy/main_content";
import { writer } from "./page_copy/markdown";

const MAX_OWN_BYTES = 2_000_000;
/** Longer than what assistants accept as one message. */
const MAX_COPY_CHARACTERS = 400_000;

/**
 * Title, content and address. Earlier releases call it too, so parameters may only be added. `own` is the address of
 * the page's own Markdown, which is used if it can be read.
 */
export async function pageAsMarkdown(title: string, address: string, own: string): Promise<string> {
  return (own && (await fetched(own))) || withCleanPrototypes(() => converted(title, address));
}

/** The text at that address; empty if it cannot be fetched, is too long, or is an HTML page. */
async function fetched(address: string): Promise<string> {
  try {
    const response = await fetch(address, { credentials: "omit" });
    const type = response.headers.get("Content-Type") || "";
    const text = response.ok && !type.includes("html") ? await response.text() : "";
    return text.length > MAX_OWN_BYTES ? "" : text;
  } catch {
    return "";
  }
}

/**
 * Runs `act` while properties that the page added to all objects and lists are hidden from `for … in`, which the
 * libraries use. No other script runs in the meantime.
 */
function withCleanPrototypes<Made>(act: () => Made): Made {
  const added = [Object.prototype, Array.prototype].flatMap((prototype: object) =>
    Object.keys(prototype).map((key) => [prototype, key] as const),
  );
  const show = (enumerable: boolean) => {
    for (const [prototype, key] of added) Reflect.defineProperty(prototype, key, { enumerable });
  };
  show(false);
  try {
    return act();
  } finally {
    show(true);
  }
}

function converted(title: string, address: string): string {
  const heading = mainOf(document)?.querySelector("h1") || document.querySelector("h1");
  const own = heading?.textContent.replace(/[\s¶#\u200b\ufeff]+$/u, "").trim();
  const { content, isCut } = contentOf(document);
  const whole = writer().turndown(content).trim();
  const text = whole.length > MAX_COPY_CHARACTERS ? cut(whole) : whole;
  const note = isCut || text !== whole ? "\n\n[The copy ends here, because the page is very long.]" : "";
  return `# ${own || title}\n\n${text}${note}\n\n<${address}>\n`;
}

/** The beginning of a long text, to the end of a paragraph and of a block of code. */
function cut(text: string): string {
  const short = text.slice(0, MAX_COPY_CHARACTERS);
  const whole = short.slice(0, Math.max(short.lastIndexOf("\n\n"), 1));
  const [last = ""] = /^`{3,}/m.exec(whole) ? [...whole.matchAll(/^`{3,}/gm)].map(([ticks]) => ticks).slice(-1) : [];
  const isOpen = [...whole.matchAll(/^`{3,}/gm)].length % 2 === 1;
  return isOpen ? `${whole}\n${last}` : whole;
}
