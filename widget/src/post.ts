/** The request that takes events to the service. */

import type { WidgetEvent } from "./events";
import type { Natives } from "./natives";

/** The body of a request, for every way to send it. */
export function bodyOf(events: readonly WidgetEvent[]): string {
  return JSON.stringify(bare({ events: bare(events.map(bare)) }));
}

/** `JSON.stringify` writes what is in `value`, whatever `toJSON` a library of the page gave to all lists and objects. */
export function bare<Value extends object>(value: Value): Value {
  return Object.assign(value, { toJSON: undefined });
}

/** Outlives its page, where the browser can do that. */
export function post({ fetch }: Natives, to: string, events: readonly WidgetEvent[]): Promise<Response> {
  return fetch(to, {
    method: "POST",
    // Text goes as `text/plain`, the one type that needs no question beforehand
    // (https://fetch.spec.whatwg.org/#cors-safelisted-request-header).
    body: bodyOf(events),
    keepalive: true,
    credentials: "omit",
  });
}
