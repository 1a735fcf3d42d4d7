/**
 * Sends events, and stores those that the service could not accept. While the service is overloaded or unreachable,
 * they wait, up to `MAX_QUEUE_EVENTS`. No click counts twice, because an event keeps its id however often it is sent.
 * This file does not decide whether an event may be sent: `privacy.ts` decides that first.
 */

import { bare, bodyOf } from "../first/reporting/post";
import type { StoredEvent, WidgetEvent } from "../first/reporting/events";
import type { Natives } from "../first/natives";
import { post } from "./shared_functions";
import type { Transport } from "./transport";

export const QUEUE_KEY = "askline.queue";
/** The maximum number of stored events; the oldest are dropped first. */
export const MAX_QUEUE_EVENTS = 100;
const MAX_QUEUE_AGE_MS = 7 * 86_400_000;
/** The service counts an event on the day on which it happened, at most one day back. */
const MAX_AGE_SECONDS = 86_400;
/** Small enough that a batch stays below the 64 KiB that browsers send for a closed page. */
const MAX_BATCH_EVENTS = 12;
const RETRY_DELAY_MS_FIRST = 30_000;
const MAX_RETRY_DELAY_MS = 3_600_000;
/** A response lists the refused events of a batch, each with a few hundred bytes. */
const MAX_ANSWER_BYTES = 16_384;

/** Sends events, and stores those that the service could not accept. */
export interface Sender {
  readonly send: (event: WidgetEvent) => void;
  /** Sends the events that earlier pages stored. */
  readonly resend: () => void;
  /**
   * Called before the page may be closed: stores events without a response, and sends them again if they could be lost.
   */
  readonly leave: () => void;
}

/** A sender of events to the address `to`. */
export function createSender(to: string, natives: Natives, { beacon, keepalive }: Transport): Sender {
  const { store, now, schedule } = natives;
  const inFlight = new Map<string, StoredEvent>();
  let retryDelay = RETRY_DELAY_MS_FIRST;
  /** No request is sent before this time, in Unix milliseconds. */
  let pausedUntil = 0;
  let isWarned = false;

  /** The stored events for all services, without those that are too old. Other content of the key is ignored. */
  const kept = (): StoredEvent[] => {
    try {
      return (JSON.parse(store.recall(QUEUE_KEY)) as StoredEvent[]).filter(({ at }) => at > now() - MAX_QUEUE_AGE_MS);
    } catch {
      return [];
    }
  };

  /** Removes events from the queue and adds others. False if they could not be stored. */
  const exchange = (out: readonly StoredEvent[], into: readonly StoredEvent[]): boolean => {
    const ids = out.map(idOf);
    const entries = [...kept().filter((entry) => !ids.includes(idOf(entry))), ...into].slice(-MAX_QUEUE_EVENTS);
    return store.write(
      QUEUE_KEY,
      entries.length ? JSON.stringify(bare(entries.map((entry) => bare({ ...entry, event: bare(entry.event) })))) : "",
    );
  };

  /**
   * The event as it is sent: with the time since it happened if that is at least a second, and with what the browser says
   * about being driven by a program.
   */
  const sent = ({ at, event }: StoredEvent): WidgetEvent => {
    const age = Math.min(Math.floor((now() - at) / 1_000), MAX_AGE_SECONDS);
    return {
      ...event,
      ...(age > 0 && { age }),
      ...(navigator.webdriver && { automated: true as const }),
    };
  };

  const settle = (batch: readonly StoredEvent[], status: number, wait: number): void => {
    batch.map(idOf).forEach((id) => inFlight.delete(id));
    if (!status || status === 429 || status >= 500) {
      const delay = wait || retryDelay;
      retryDelay = Math.min(retryDelay * 2, MAX_RETRY_DELAY_MS);
      exchange(batch, batch);
      if (status) pausedUntil = now() + delay;
      schedule(resend, delay);
    } else {
      // The events were accepted or refused for good. `leave` may have stored them in the meantime.
      retryDelay = RETRY_DELAY_MS_FIRST;
      exchange(batch, []);
      resend();
    }
  };

  const sendNow = (batch: readonly StoredEvent[]): void => {
    batch.forEach((entry) => inFlight.set(idOf(entry), entry));
    post(natives, to, batch.map(sent)).then(
      (response) => {
        const wait = Number(response.headers.get("Retry-After")) * 1000;
        settle(batch, response.status, Math.min(wait || 0, MAX_RETRY_DELAY_MS));
        textOf(response)
          .then((text) => {
            if (isWarned || !refusesOrigin(text)) return;
            isWarned = true;
            console.warn(
              // In a sandboxed frame, the origin that the service sees is not that of the address.
              origin === "null"
                ? "Askline: this site accepts no events from a sandboxed frame, whose origin is null. Add allow-same-origin to the frame's sandbox attribute."
                : `Askline: this site accepts no events from ${origin}. Add it to the site's allowed origins in the dashboard.`,
            );
          })
          .catch(Boolean);
      },
      () => {
        settle(batch, 0, 0);
      },
    );
  };

  const resend = (): void => {
    const isWaiting = (entry: StoredEvent) => entry.to === to && !inFlight.has(idOf(entry));
    const batch = kept().filter(isWaiting).slice(0, MAX_BATCH_EVENTS);
    // After a reader withdraws consent, waiting events are not sent.
    if (!batch.length || pausedUntil > now() || !store.isOpen) return;
    // Removed from storage before they are sent, so that another tab does not send them as well.
    exchange(batch, []);
    sendNow(batch);
  };

  return {
    resend,
    send(event) {
      const entry = { to, at: now(), event };
      if (pausedUntil > now()) exchange([], [entry]);
      else sendNow([entry]);
    },
    leave() {
      const unanswered = [...inFlight.values()];
      const isKept = exchange(unanswered, unanswered);
      const mine = kept().filter((entry) => entry.to === to);
      // At worst they are sent twice, but counted once.
      if (mine.length && !(isKept && keepalive)) beacon(to, bodyOf(mine.slice(-MAX_BATCH_EVENTS).map(sent)));
    },
  };
}

function idOf({ event }: StoredEvent): string {
  return event.eventId;
}

/** The beginning of a response. If the body were not read, the request would stay open. */
async function textOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (
    let part = await reader?.read();
    part && !part.done && text.length < MAX_ANSWER_BYTES;
    part = await reader?.read()
  ) {
    text += decoder.decode(part.value, { stream: true });
  }
  await reader?.cancel();
  return text;
}

/** Whether the service refuses this page's origin, which the site's owner can fix. */
function refusesOrigin(answer: string): boolean {
  const { data } = JSON.parse(answer) as { data?: { errors?: readonly { code?: string }[] } | null };
  return !!data?.errors?.some(({ code }) => code === "ORIGIN_NOT_ALLOWED");
}
