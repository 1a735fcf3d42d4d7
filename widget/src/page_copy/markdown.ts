/** Writes nodes as Markdown: code with its language, footnotes, and no image without alternative text. */

import { strikethrough, tables, taskListItems } from "@joplin/turndown-plugin-gfm";
import Turndown from "turndown";

export function writer(): Turndown {
  const made = new Turndown({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
    emDelimiter: "*",
    hr: "---",
  });
  // Signs that would be read as markup.
  const escaped = made.escape.bind(made);
  made.escape = (text) => escaped(text).replace(/<(?=[a-z/!?])/gi, "\\<");
  made.use([strikethrough, tables, taskListItems]);
  // An image without alternative text is decoration.
  made.addRule("decoration", {
    filter: (node) => node.nodeName === "IMG" && !node.getAttribute("alt"),
    replacement: () => "",
  });
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

/** The language of a code block, in any of the forms that pages use. */
function languageOf(block: Element): string {
  const around = [
    block,
    ...block.querySelectorAll("code"),
    block.parentElement,
    block.closest("[class*=highlight-],[data-lang],[data-language]"),
  ];
  for (const node of around) {
    const named =
      node?.getAttribute("data-lang") ||
      node?.getAttribute("data-language") ||
      /(?:^|\s)(?:language|lang|highlight-source|highlight|brush:)-?\s?([\w+#-]+)/.exec(node?.className || "")?.[1];
    if (named && named !== "text") return named;
  }
  return "";
}

/** The name of the footnote to which a reference leads. */
function noteOf(mark: Element): string {
  const target = mark.querySelector("a[href*='#']")?.getAttribute("href")?.split("#")[1] || "";
  return /^(user-content-)?fn/.test(target) ? noteName(target) : "";
}

function noteName(id: string): string {
  return id.replace(/^(user-content-)?fn[-:]?/, "");
}
