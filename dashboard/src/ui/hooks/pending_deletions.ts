// Deletions and similar changes that can be undone. Each is sent after ten seconds or on leaving the page, unless
// undone.

import { useSyncExternalStore } from "react";

const SENT_AFTER_MS = 10_000;

export interface Deletion {
  /** The id of the deleted object; lists hide it in the meantime. */
  id: string;
  /** The message, such as `“Winter tires” is deleted`. */
  words: string;
  /** Sends the deletion. With `isLeaving`, the request must survive the closing of the page. */
  send: (isLeaving: boolean) => Promise<void>;
}

export interface PendingDeletion extends Deletion {
  /** Why sending failed; the object is shown again. */
  failure: unknown;
}

let waiting: readonly PendingDeletion[] = [];
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function set(next: readonly PendingDeletion[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

function stop(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

async function sendNow(deletion: PendingDeletion): Promise<void> {
  stop(deletion.id);
  try {
    await deletion.send(false);
    set(waiting.filter(({ id }) => id !== deletion.id));
  } catch (failure) {
    set(waiting.map((one) => (one.id === deletion.id ? { ...one, failure } : one)));
  }
}

/** Starts or restarts the ten seconds. */
function start(deletion: PendingDeletion): void {
  stop(deletion.id);
  timers.set(
    deletion.id,
    setTimeout(() => void sendNow(deletion), SENT_AFTER_MS),
  );
}

export const pendingDeletions = {
  delete: (deletion: Deletion): void => {
    const one: PendingDeletion = { ...deletion, failure: null };
    set([...waiting.filter(({ id }) => id !== deletion.id), one]);
    start(one);
  },
  /** Cancels a deletion, or removes the message about a failed one. */
  forget: (id: string): void => {
    stop(id);
    set(waiting.filter((one) => one.id !== id));
  },
  /** Stops the timers while the pointer or the focus is on the messages. */
  hold: (): void => {
    for (const { id } of waiting) stop(id);
  },
  release: (): void => {
    for (const one of waiting) if (one.failure === null && !timers.has(one.id)) start(one);
  },
  /** Sends all pending deletions now, for example before signing out. */
  sendAll: async (): Promise<void> => {
    await Promise.all(waiting.filter(({ failure }) => failure === null).map(sendNow));
  },
};

addEventListener("pagehide", () => {
  for (const one of waiting) {
    if (one.failure !== null) continue;
    stop(one.id);
    void one.send(true).catch(() => undefined);
  }
  set([]);
});

export function usePendingDeletions(): readonly PendingDeletion[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => waiting,
  );
}

/**
 * Returns whether an object is hidden because its deletion is pending. It is shown again if the deletion is undone or
 * fails.
 */
export function useIsBeingDeleted(): (id: string) => boolean {
  const all = usePendingDeletions();
  return (id) => all.some((one) => one.id === id && one.failure === null);
}
