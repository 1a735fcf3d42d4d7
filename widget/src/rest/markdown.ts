/** The main content of a page as Markdown, for "copy page". Small and plain; never changes the page. */

/** What is no content of its own page. What is not shown is left out anyway. */
const LEFT_OUT = "askline-widget,nav,aside,footer,form,svg,iframe,button";
/** What stands before and after an element's words. */
const MARKS: Readonly<Record<string, string>> = { STRONG: "**", B: "**", EM: "*", I: "*", CODE: "`" };
/** Stands for a line break of code until all other white space is in order. */
const CODE_BREAK = "\u0000";

/** Title, content and address. */
export function pageAsMarkdown(title: string, address: string): string {
  const root = document.querySelector("main,[role=main]") || document.querySelector("article") || document.body;
  const content = tidy(inside(root)).split(CODE_BREAK).join("\n");
  return `${content.startsWith("# ") ? "" : `# ${title}\n\n`}${content}\n\n<${address}>\n`;
}

function inside(node: Node): string {
  // Not `Array.from`: old libraries put one of their own in its place.
  return [...node.childNodes].map(written).join("");
}

function written(node: Node): string {
  if (node instanceof Text) return node.data.replace(/\s+/g, " ");
  if (!(node instanceof HTMLElement) || node.matches(LEFT_OUT)) return "";
  const { display } = getComputedStyle(node);
  const name = node.tagName;
  if (display === "none") return "";
  if (name === "PRE") return block(`\`\`\`\n${node.textContent.trimEnd()}\n\`\`\``.split("\n").join(CODE_BREAK));
  if (name === "BR") return "\n";
  const content = inside(node);
  const line = content.replace(/\s+/g, " ").trim();
  const mark = MARKS[name];
  if (mark) return line && mark + line + mark;
  if (node instanceof HTMLAnchorElement) return line && `[${line}](${node.href})`;
  if (node instanceof HTMLImageElement) return node.alt && `![${node.alt}](${node.src})`;
  if (/^H\d/.test(name)) return block(`${"#".repeat(Number(name[1]))} ${line}`);
  if (name === "LI") return `\n- ${tidy(content).replace(/\n(?=.)/g, "\n   ")}`;
  if (name === "BLOCKQUOTE") return block(tidy(content).replace(/^/gm, "> "));
  if (display === "table-cell") return `| ${line} `;
  if (display === "table-row") {
    const isHead = (node.lastElementChild || node).tagName === "TH";
    return `\n${line} |${isHead ? `\n${"| --- ".repeat(node.children.length)}|` : ""}`;
  }
  return display.startsWith("inline") ? content : block(content);
}

function block(text: string): string {
  return `\n\n${text}\n\n`;
}

/** No spaces at the ends of lines, no stray one at their start, no more than one empty line. */
function tidy(text: string): string {
  return text.replace(/ *\n {0,2}(?! )/g, "\n").replace(/\n{3,}/g, "\n\n").trim();
}
