/**
 * Arrow keys, Home and End within a row of choices and within a menu. https://www.w3.org/WAI/ARIA/apg/patterns/radio/
 */

export function key(root: ShadowRoot, event: KeyboardEvent, choose: (choice: Element) => void): void {
  const { target } = event;
  const group = target instanceof Element && target.closest("[role=radiogroup],[role=menu],.pop");
  // A field has its own keys; the down arrow leads from it to the results.
  if (
    !group ||
    (target.localName === "input" && event.key !== "ArrowDown") ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey
  )
    return;
  const all = [...group.querySelectorAll<HTMLElement>("[role=radio],[role=menuitem]:not([hidden])")];
  const at = all.indexOf(root.activeElement as HTMLElement);
  const forward = getComputedStyle(group).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  const next =
    event.key.endsWith("Down") || event.key === forward
      ? at + 1
      : event.key.startsWith("Arrow")
        ? at - 1
        : event.key === "Home"
          ? 0
          : event.key === "End"
            ? all.length - 1
            : NaN;
  const wanted = all[(next + all.length) % all.length];
  if (!wanted) return;
  event.preventDefault();
  wanted.focus();
  if (wanted.getAttribute("role") === "radio") choose(wanted);
}
