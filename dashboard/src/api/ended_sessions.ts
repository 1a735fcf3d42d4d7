// The number of older sessions that a sign-in ended. The sign-in stores it; the dashboard shows it until the person
// closes the message.

/** The service's limit of sessions per account. Beyond it, a sign-in ends the oldest ones. */
export const MAX_SESSIONS = 100;
const STORAGE_KEY = "askline.endedSessions";

const listeners = new Set<() => void>();

export const endedSessions = {
  /** Stored for this tab only, so that the message appears once. */
  store: (count: number): void => {
    if (count > 0) sessionStorage.setItem(STORAGE_KEY, String(count));
    for (const listener of listeners) listener();
  },
  count: (): number => Number(sessionStorage.getItem(STORAGE_KEY) ?? 0),
  forget: (): void => {
    sessionStorage.removeItem(STORAGE_KEY);
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
