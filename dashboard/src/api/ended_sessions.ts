// How many older sessions of the account a sign-in ended, from the document that signed in to the page that says so.

/** As the service bounds them; the oldest end first. */
export const MAX_SESSIONS = 100;
const KEPT = "askline.endedSessions";

const listeners = new Set<() => void>();

export const endedSessions = {
  /** Kept in the tab, so that it is told once where the person arrives. */
  keep: (count: number): void => {
    if (count > 0) sessionStorage.setItem(KEPT, String(count));
    for (const listener of listeners) listener();
  },
  count: (): number => Number(sessionStorage.getItem(KEPT) ?? 0),
  forget: (): void => {
    sessionStorage.removeItem(KEPT);
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
