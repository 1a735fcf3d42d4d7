// Whether the session ended while the person was working. The shell then asks for the password on the same page, so
// that nothing that was typed is lost.

type Listener = () => void;

function newSessionEnd() {
  let ended = false;
  const listeners = new Set<Listener>();
  const set = (value: boolean): void => {
    if (ended === value) return;
    ended = value;
    for (const listener of listeners) listener();
  };
  return {
    report: () => {
      set(true);
    },
    forget: () => {
      set(false);
    },
    hasEnded: () => ended,
    subscribe: (listener: Listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const sessionEnd = newSessionEnd();
