/** Typed letters move the focus in a menu, to the next item that matches them. */

/** Letters that follow each other faster belong to one word. */
const MAX_PAUSE_MS = 700;

export function findsByLetters(menu: HTMLElement, signal: AbortSignal): void {
  let [typed, last] = ["", 0];
  const listen = (event: KeyboardEvent) => {
    const { key, timeStamp, target } = event;
    // A space activates an item, unless it continues a word.
    if (key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    const isLater = timeStamp - last < MAX_PAUSE_MS;
    if (!(target instanceof HTMLElement) || target.localName === "input" || (key === " " && !(isLater && typed)))
      return;
    const items = [...menu.querySelectorAll<HTMLElement>("[role=menuitem]:not([hidden])")];
    const at = items.indexOf(target);
    typed = (isLater ? typed : "") + key.toLocaleLowerCase();
    last = timeStamp;
    // The same letter again goes on to the next item that begins with it.
    const isRepeated = /^(.)\1*$/.test(typed);
    const wanted = isRepeated ? typed.slice(0, 1) : typed;
    const start = at + (isRepeated ? 1 : 0);
    const others = [...items.slice(start), ...items.slice(0, start)];
    const found =
      others.find((item) => labelOf(item).startsWith(wanted)) ||
      others.find((item) => labelOf(item).includes(` ${wanted}`));
    event.preventDefault();
    found?.focus();
  };
  menu.addEventListener("keydown", listen, { signal });
}

/** The visible text: what is only for screen readers comes last. */
function labelOf(item: Element): string {
  const text = item.textContent.trim();
  const hidden = item.querySelector("i")?.textContent || "";
  return text.slice(0, text.length - hidden.trim().length).toLocaleLowerCase();
}
