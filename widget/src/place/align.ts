/** Gives a widget the left edge, width and font of the text above it. Changes only the widget. */

/** A wider difference means that the widget is somewhere else, and not beside a margin of the text. */
const MAX_SHIFT_PX = 700;
const MIN_WIDTH_PX = 160;
const TOLERANCE_PX = 1;

/** What `align` last measured, so that it changes nothing while nothing moves. */
const measured = new WeakMap<HTMLElement, string>();
/** Instead of measures, while only the font is set. */
const NOT_MEASURED = "";

/**
 * Sets the font of `text`, and the column if `parent` is a grid. Called before the widget is put into `parent`, while
 * the page's layout is known.
 */
export function takeFont(host: HTMLElement, text: Element, parent: Element): void {
  if (measured.has(host) || textBox(text).width < MIN_WIDTH_PX) return;
  measured.set(host, NOT_MEASURED);
  setFont(host, text, parent);
}

function setFont(host: HTMLElement, text: Element, parent: Element): void {
  const { fontSize, fontFamily, gridColumnStart, gridColumnEnd } = getComputedStyle(text);
  const isGrid = getComputedStyle(parent).display.includes("grid");
  set(host, "font-size", `clamp(12px,${fontSize},34px)`);
  set(host, "font-family", fontFamily);
  if (isGrid) set(host, "grid-column", `${gridColumnStart}/${gridColumnEnd}`);
}

/** `text` is the element after which the widget is. Called again when the page may have moved. */
export function align(host: HTMLElement, text: Element): void {
  const box = textBox(text);
  if (!host.isConnected || box.width < MIN_WIDTH_PX) return;
  const { fontSize, fontFamily } = getComputedStyle(text);
  const known = measured.get(host);
  const measure = () => {
    const { left, width } = host.getBoundingClientRect();
    return { left, width, now: [box.left, box.width, left, width, fontSize, fontFamily].join(" ") };
  };
  // Measuring computes the page's layout. The first time, only the font was set.
  if (known !== undefined) {
    const before = measure();
    if (known === before.now) return;
    if (known === NOT_MEASURED && isNear(before.left, box.left) && isNear(before.width, box.width)) {
      measured.set(host, before.now);
      return;
    }
  }
  if (known !== NOT_MEASURED) setFont(host, text, host.parentElement || host);
  // From its usual place in the page, because the last shift is no longer right after the window was resized.
  for (const name of ["margin-left", "width", "max-width"]) host.style.removeProperty(name);
  const usual = measure();
  const shift = box.left - usual.left;
  if (Math.abs(shift) < MAX_SHIFT_PX && !isNear(shift, 0))
    set(host, "margin-left", `${shift + (parseFloat(getComputedStyle(host).marginLeft) || 0)}px`);
  if (!isNear(usual.width, box.width)) {
    set(host, "width", `${box.width}px`);
    set(host, "max-width", `${box.width}px`);
  }
  measured.set(host, measure().now);
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= TOLERANCE_PX;
}

/** Set by script, which a strict policy allows, and above the styles that themes give to all children. */
function set({ style }: HTMLElement, name: string, value: string): void {
  style.setProperty(name, value, "important");
}

/** The box of the text itself, without the element's own border and padding. */
function textBox(text: Element): { left: number; width: number } {
  const { left, width } = text.getBoundingClientRect();
  const own = getComputedStyle(text);
  const of = (...names: ("paddingLeft" | "paddingRight" | "borderLeftWidth" | "borderRightWidth")[]) =>
    names.reduce((sum, name) => sum + (parseFloat(own[name]) || 0), 0);
  const start = of("paddingLeft", "borderLeftWidth");
  return { left: left + start, width: width - start - of("paddingRight", "borderRightWidth") };
}
