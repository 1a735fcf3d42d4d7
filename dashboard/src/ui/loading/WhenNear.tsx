// Renders its content, and so loads its code, when the person scrolls near it.

import { useEffect, useRef, useState, type ReactNode } from "react";

/** The distance to the screen's edge at which loading starts, so that the content is there when it comes into view. */
const NEAR = "400px";

export function WhenNear({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => {
      observer.disconnect();
    };
  }, []);
  return isNear ? children : <div ref={place} />;
}
