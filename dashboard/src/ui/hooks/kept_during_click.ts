// Keeps a message's room while a mouse button or a finger is down. A click takes the focus from a field first, and its
// message may disappear then: the button below would move away before the mouse button is up, and nothing would happen.

import { useEffect, useState } from "react";

let isDown = false;
const listeners = new Set<() => void>();

function release(): void {
  // The click comes after the button is up.
  setTimeout(() => {
    isDown = false;
    for (const listener of listeners) listener();
  });
}

addEventListener(
  "pointerdown",
  () => {
    isDown = true;
  },
  true,
);
addEventListener("pointerup", release, true);
addEventListener("pointercancel", release, true);

/** The last message, if it disappeared during the current click; otherwise empty. */
export function useKeptDuringClick(message: string): string {
  const [state, setState] = useState({ message, kept: "" });
  const kept = state.message === message ? state.kept : message === "" && isDown ? state.message : "";
  if (state.message !== message) setState({ message, kept });
  useEffect(() => {
    if (kept === "") return;
    const forget = () => {
      setState((before) => ({ ...before, kept: "" }));
    };
    listeners.add(forget);
    return () => {
      listeners.delete(forget);
    };
  }, [kept]);
  return kept;
}
