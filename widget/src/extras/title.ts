/**
 * Finds the page's title, and keeps a compact widget beside or below it. Changes only the
 * widget: beside the title it has no height, so neither the title nor the text below it moves.
 */

import type { Widget } from "../first/parts";
import { leadsAway, lengthOf } from "../place/text_flow";

/** Parts of a page whose headings are not its title. */
const APART =
  "nav,aside,footer,dialog,[role=navigation],[role=complementary],[role=contentinfo],[role=dialog],[hidden],[aria-hidden=true]";
/** In a narrower column, the button is always below the title. */
const MIN_COLUMN_PX = 480;
/** Room for the button while its width is not known yet: for the longest built-in label. */
const USUAL_WIDTH_PX = 200;
const HEIGHT_PX = 32;
const GAP_PX = 16;
/** The properties of the widget's element that keep it beside a title. */
const PLACED = ["position", "height", "padding", "margin", "--askline-top", "--askline-end"] as const;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What was last measured, so that nothing changes while nothing moves. */
const measured = new WeakMap<HTMLElement, string>();

/** The first visible heading of the page's content; otherwise of the page; otherwise the first one of the next level. */
export function titleOf(content: Element): Element | null {
  const find = (root: Element, name: string) =>
    [...root.querySelectorAll(name)].find((heading) => {
      const { width, height } = heading.getBoundingClientRect();
      return width > 1 && height > 1 && lengthOf(heading) && !heading.closest(APART) && !leadsAway(heading);
    });
  return find(content, "h1") || find(document.body, "h1") || find(content, "h2") || null;
}

/**
 * `anchor` is the element after which the widget is: the title, or the row that the title is in. Without a title, what
 * was set for one is removed.
 */
export function alignToTitle({ outer, section }: Widget, title: Element | undefined, anchor: Element): void {
  if (!title) {
    leaveTitle(outer);
    return;
  }
  const column = contentBox(anchor);
  const line = lastLine(title);
  if (!outer.isConnected || !line) return;
  const isRightToLeft = getComputedStyle(title).direction === "rtl";
  const width = Math.max(USUAL_WIDTH_PX, section.querySelector<HTMLElement>(".opener")?.offsetWidth || 0);
  const middle = (line.top + line.bottom) / 2;
  const [left, right] = isRightToLeft
    ? [column.left, column.left + width + GAP_PX]
    : [column.right - width - GAP_PX, column.right];
  const wanted = { left, right, top: middle - HEIGHT_PX / 2, bottom: middle + HEIGHT_PX / 2 };
  const { display, rowGap } = getComputedStyle(outer.parentElement || outer);
  const gap = parseFloat(rowGap) || 0;
  const isBeside =
    // In a grid, even a part without height has a gap, which no margin takes back.
    !(gap && display.includes("grid")) &&
    column.right - column.left >= MIN_COLUMN_PX &&
    (isRightToLeft ? line.left >= right : line.right <= left) &&
    isFree(wanted, title, anchor, outer);
  const host = outer.getBoundingClientRect();
  const now = [isBeside, host.left, host.right, host.top - middle, column.left, column.right].join(" ");
  if (measured.get(outer) === now) return;
  leaveTitle(outer);
  if (isBeside) {
    // The gap that a column has before each part is taken back.
    const values = ["relative", "0", "0", `0 0 ${-gap}px`];
    set(outer, values);
    const at = outer.getBoundingClientRect();
    const end = isRightToLeft ? column.left - at.left : at.right - column.right;
    set(outer, [...values, `${middle - at.top}px`, `${end}px`]);
  }
  const after = outer.getBoundingClientRect();
  measured.set(outer, [isBeside, after.left, after.right, after.top - middle, column.left, column.right].join(" "));
}

/** Removes what `alignToTitle` has set. */
function leaveTitle(outer: HTMLElement): void {
  if (!measured.delete(outer)) return;
  for (const name of PLACED) outer.style.removeProperty(name);
}

/** Set by script, which a strict policy allows, and above the styles that themes give to all children. */
function set({ style }: HTMLElement, values: readonly string[]): void {
  values.forEach((value, place) => {
    style.setProperty(PLACED[place] || "", value, "important");
  });
}

/** The last line of the title's text, with all that is in it, such as the link to it. */
function lastLine(title: Element): Box | undefined {
  const range = document.createRange();
  range.selectNodeContents(title);
  const all = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  const bottom = Math.max(...all.map((box) => box.bottom));
  const line = all.filter((box) => box.bottom > bottom - box.height / 2);
  return (
    line[0] && {
      left: Math.min(...line.map((box) => box.left)),
      right: Math.max(...line.map((box) => box.right)),
      top: Math.min(...line.map((box) => box.top)),
      bottom,
    }
  );
}

/** Whether nothing else is there: a part of the title's row, or a neighbor that floats beside the title. */
function isFree(wanted: Box, title: Element, anchor: Element, outer: Element): boolean {
  const others = [...(anchor.parentElement?.children || []), ...anchor.querySelectorAll("*")].filter(
    (other) => other !== outer && !other.contains(title) && !title.contains(other),
  );
  return !others.some((other) => {
    const { left, right, top, bottom } = other.getBoundingClientRect();
    return (
      right > left &&
      bottom > top &&
      left < wanted.right &&
      right > wanted.left &&
      top < wanted.bottom &&
      bottom > wanted.top
    );
  });
}

function contentBox(node: Element): { left: number; right: number } {
  const { left, right } = node.getBoundingClientRect();
  const { paddingLeft, paddingRight } = getComputedStyle(node);
  return { left: left + (parseFloat(paddingLeft) || 0), right: right - (parseFloat(paddingRight) || 0) };
}
