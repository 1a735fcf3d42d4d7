// Whether a person has had time to see something. A button that grants access is disabled until then.
//
// Another page could let a person double-click, and show this one under the pointer between the two clicks.

import { useEffect, useRef, useState, type RefObject } from "react";

/** The element must be this far above the lower edge of the window, so that what follows it is in view as well. */
const BELOW_PX = 64;
/** From this share on, an element counts as in view: sizes are rounded. */
const WHOLE = 0.98;

/** Whether the element has been in view, in a window that has the focus, for this long without a break. */
export function useSeenFor<Element extends HTMLElement>(
  milliseconds: number,
): { ref: RefObject<Element | null>; isSeen: boolean } {
  const ref = useRef<Element>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const node = ref.current;
    if (node === null) return;
    let isInView = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      setSeen(false);
      if (!isInView || document.hidden || !document.hasFocus()) return;
      timer = setTimeout(() => {
        setSeen(true);
      }, milliseconds);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        const isNow = (entries.at(-1)?.intersectionRatio ?? 0) >= WHOLE;
        if (isNow === isInView) return;
        isInView = isNow;
        look();
      },
      { rootMargin: `0px 0px -${BELOW_PX}px 0px`, threshold: WHOLE },
    );
    observer.observe(node);
    window.addEventListener("focus", look);
    window.addEventListener("blur", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      window.removeEventListener("focus", look);
      window.removeEventListener("blur", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [milliseconds]);
  return { ref, isSeen };
}
