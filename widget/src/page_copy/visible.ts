/** Which elements of a page a reader sees, or can open. Reads styles, which a copy of the page has not. */

/** Panels and closed parts that a reader opens: what is in them belongs to the page. */
const PANEL = "[role=tabpanel],details,details *,[hidden=until-found]";
/** A larger page is copied without asking for each element's position. */
const MAX_MEASURED = 20_000;

/** Elements after this number are left out, so that a page of many megabytes does not stop the browser. */
const MAX_ELEMENTS = 60_000;

/**
 * The elements of `root` that a reader neither sees nor can open, outermost first, and those after `MAX_ELEMENTS`, of
 * which `isCut` says whether there are any.
 */
export function hiddenIn(root: Element): { readonly hidden: readonly Element[]; readonly isCut: boolean } {
  const all = [...root.querySelectorAll("*")];
  const rest = all.splice(MAX_ELEMENTS);
  const isMeasured = all.length <= MAX_MEASURED;
  const hidden = all.filter((node) => isHidden(node, isMeasured) && !isPanel(node));
  return { hidden: [...hidden, ...rest], isCut: rest.length > 0 };
}

function isHidden(node: Element, isMeasured: boolean): boolean {
  const style = getComputedStyle(node);
  const { display, visibility, opacity, fontSize, clipPath, transitionDuration } = style;
  const clip = style.getPropertyValue("clip");
  if (display === "none" || /hidden|collapse/.test(visibility) || fontSize === "0px") return true;
  // What appears when a reader scrolls has a transition.
  if (opacity === "0" && !(parseFloat(transitionDuration) > 0)) return true;
  if (/^rect\(0|^rect\(1px,? 1px/.test(clip) || /inset\((50|100)%/.test(clipPath)) return true;
  if (parseFloat(style.textIndent) < -500) return true;
  if (!isMeasured || display === "contents" || !node.textContent.trim()) return false;
  const { left, right, bottom, width, height } = node.getBoundingClientRect();
  const isClipped = style.overflow !== "" && !style.overflow.includes("visible");
  if (isClipped && (width <= 1 || height <= 1) && (width > 0 || height > 0 || style.position === "absolute"))
    return true;
  const isAway = right + scrollX <= 0 || bottom + scrollY <= 0 || left > innerWidth + 2_000;
  // A slide beside the others is part of a row that a reader moves.
  return isAway && width > 0 && /absolute|fixed/.test(style.position);
}

/** Whether the element is a panel that a tab, a button or a summary shows. */
function isPanel(node: Element): boolean {
  if (node.matches(PANEL)) return true;
  if (node.id && node.ownerDocument.querySelector(`[aria-controls~=${JSON.stringify(node.id)}]`)) return true;
  const around = node.parentElement;
  if (!around || !node.textContent.trim()) return false;
  // Of the panels of a set one is shown: beside radio buttons, or below the row of their labels.
  const panels = [...around.children].filter((other) => other.localName === node.localName);
  const isOneShown = panels.some((other) => getComputedStyle(other).display !== "none");
  if (panels.length < 2 || !isOneShown) return false;
  const labels = (where: Element | null) =>
    where?.querySelectorAll(":scope > input[type=radio],:scope > label,:scope > [role=tab],:scope > button").length ||
    0;
  return (
    labels(around) > 1 || [...(around.parentElement?.children || [])].some((row) => row !== around && labels(row) > 1)
  );
}
