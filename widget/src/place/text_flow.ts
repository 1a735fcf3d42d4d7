/** Finds where the text of a page ends. Also tells a list of other pages. Only reads the page. */

import { matches } from "./matches";

/** Parts of a page that are not its text. */
const PARTS =
  "aside,blockquote,li,details,figure,form,footer,header,nav,table,dialog,dl,button,askline-widget," +
  "[role=complementary],[role=note],[role=navigation],[role=dialog],[role=tabpanel],[hidden],[aria-hidden=true]";
/** Boxes that follow a text on many pages, by the words of their class or id. */
const BOX =
  /(^|[\s_-])(comments?|respond|disqus\w*|giscus|utterances|authors?|bio|byline|related|recommend\w*|share|sharing|social|newsletter|subscribe|signup|sign-up|cta|promo|banner|sponsor\w*|ads?|consent|sidebar|toc|pagination|breadcrumbs?|tags?|meta|admonition|callout|alert|note|notice|tip|warning|caption|footer|popup|modal)([\s_-]|$)/i;
/** What belongs to the text if it follows the last paragraph. */
const TAIL = "p,ul,ol,dl,pre,table,figure,blockquote,details,h2,h3,h4,h5,h6,hr";
const HEADING = "h1,h2,h3,h4,h5,h6";
/** Paragraphs with a left edge or a width that differ by less belong to one column. */
const TOLERANCE_PX = 2;
/** Of a long page, this number of paragraphs is enough to find its column. */
const MAX_PARAGRAPHS = 2_000;
/** A list may have fewer links than text if each entry is an excerpt below a linked heading. */
const MIN_LINKED_HEADINGS = 2;

export function lengthOf(node: Element | null): number {
  return (node?.textContent || "").trim().replace(/\s\s+/g, " ").length;
}

function isBox(node: Element): boolean {
  const { id } = node;
  return BOX.test(`${node.getAttribute("class") || ""} ${typeof id === "string" ? id : ""}`);
}

/**
 * Tells whether an element is in a part of `root` that is not the page's own text. Remembers what it found, because the
 * paragraphs of a text have the same elements around them.
 */
function apartFrom(root: Element, isPart: (at: Element) => boolean): (node: Element) => boolean {
  const known = new Map([[root, false]]);
  const isApart = (node: Element): boolean => {
    let found = known.get(node);
    if (found === undefined) {
      const { parentElement } = node;
      found = isPart(node) || (!!parentElement && isApart(parentElement));
      known.set(node, found);
    }
    return found;
  };
  return isApart;
}

/** A paragraph and the number of its characters. */
interface Paragraph {
  readonly node: Element;
  readonly weight: number;
}

/** The paragraphs of the text. Words of classes are only believed if they leave most of it. */
function paragraphsOf(root: Element): Paragraph[] {
  const isPart = apartFrom(root, (at) => matches(at, PARTS));
  const isInBox = apartFrom(root, isBox);
  const all = [...root.querySelectorAll("p")]
    .slice(-MAX_PARAGRAPHS)
    .map((node) => ({ node, weight: lengthOf(node) }))
    .filter(({ node, weight }) => weight && !isPart(node));
  const outside = all.filter(({ node }) => !isInBox(node));
  const sum = (list: Paragraph[]) => list.reduce((total, { weight }) => total + weight, 0);
  return sum(outside) * 2 > sum(all) ? outside : all;
}

/**
 * The last element of the text in `root`: its last paragraph, or what belongs to it below. Null if the
 * text has fewer than `minimum` characters.
 */
export function endOfText(root: Element, minimum: number): Element | null {
  const paragraphs = paragraphsOf(root).map((one) => ({ ...one, box: one.node.getBoundingClientRect() }));
  const isSeen = paragraphs.some(({ box }) => box.width);
  const shown = isSeen ? paragraphs.filter(({ box }) => box.width && box.height) : paragraphs;
  /** The column with most of the text. */
  let best = { weight: 0, left: 0, width: 0 };
  const columns: (typeof best)[] = [];
  for (const { weight, box } of shown) {
    let column = columns.find((known) => isNear(known, box));
    if (!column) columns.push((column = { weight: 0, left: box.left, width: box.width }));
    column.weight += weight;
    if (column.weight > best.weight) best = column;
  }
  if (best.weight < minimum) return null;
  const last = shown.filter(({ box }) => isNear(best, box)).pop()?.node;
  return last ? withTail(last, root) : null;
}

function isNear(one: { left: number; width: number }, other: { left: number; width: number }): boolean {
  return Math.abs(one.left - other.left) < TOLERANCE_PX && Math.abs(one.width - other.width) < TOLERANCE_PX;
}

/** Lists, code and tables that follow the last paragraph in the same element are part of the text. */
function withTail(paragraph: Element, root: Element): Element {
  let last = paragraph;
  for (let next = paragraph.nextElementSibling; next && root.contains(next); next = next.nextElementSibling) {
    const isCode = next.localName === "div" && !!next.querySelector("pre") && !next.querySelector(`p,${HEADING}`);
    if ((!matches(next, TAIL) && !isCode) || isBox(next) || isMostlyLinks(next) || next.querySelector("form,nav"))
      break;
    // A heading alone, or an empty paragraph, is not an end.
    if (!matches(next, `${HEADING},hr`) && lengthOf(next)) last = next;
  }
  return last;
}

function isMostlyLinks(node: Element): boolean {
  const all = lengthOf(node);
  return all > 0 && linkedLength(node) * 2 > all;
}

function linkedLength(node: Element): number {
  return [...node.querySelectorAll("a[href]")].reduce((sum, link) => sum + lengthOf(link), 0);
}

/** Whether a heading is the link to another page, as in a list of posts. */
export function leadsAway(heading: Element): boolean {
  const link = heading.querySelector<HTMLAnchorElement>("a[href]") || heading.closest<HTMLAnchorElement>("a[href]");
  return !!link && link.pathname !== location.pathname && lengthOf(link) * 2 > lengthOf(heading);
}

/**
 * Whether the text in `root` is a list of other pages: their headings are links to them, or below its heading there are
 * more links than text.
 */
export function isList(root: Element): boolean {
  const headings = [...root.querySelectorAll("h1,h2,h3")].filter((heading) => !heading.closest("nav,aside,footer"));
  const linked = headings.filter(leadsAway);
  const own = headings.filter((heading) => !linked.includes(heading));
  const [title] = headings;
  // The only entry of a list has a linked heading instead of a title.
  if (linked.length === headings.length ? linked.length > 0 : linked.length >= MIN_LINKED_HEADINGS && own.length < 2)
    return true;
  if (!title) return false;
  const isText = (node: Element) => !node.closest("nav,aside,footer,header,form");
  const links = [...root.querySelectorAll("a[href]")].filter(isText);
  if (links.length < 3) return false;
  let left = 2 * links.reduce((sum, node) => sum + lengthOf(node), 0);
  // Most pages have more text than links long before their end.
  for (const node of root.querySelectorAll("p,li,td,dd,pre,blockquote")) {
    if (left <= 0) break;
    if (!node.querySelector("p,li,td,dd,pre") && isText(node)) left -= lengthOf(node);
  }
  return left > 0;
}
