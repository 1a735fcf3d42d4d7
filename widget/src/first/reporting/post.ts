/** The request that sends events to the service. */

import type { WidgetEvent } from "./events";
import type { Natives } from "../natives";

/** The body of a request, however it is sent. */
export function bodyOf(events: readonly WidgetEvent[]): string {
  return JSON.stringify(bare({ events: bare(events.map(bare)) }));
}

/** `JSON.stringify` without the `toJSON` that a library of the page may have added to all lists and objects. */
export function bare<Value extends object>(value: Value): Value {
  return Object.assign(value, { toJSON: undefined });
}

/** Sends events in a request that continues after its page is closed, if the browser supports that. */
export function post({ fetch }: Natives, to: string, events: readonly WidgetEvent[]): Promise<Response> {
  return fetch(to, {
    method: "POST",
    // The body is sent as `text/plain`, the only type that needs no preflight request
    // (https://fetch.spec.whatwg.org/#cors-safelisted-request-header).
    body: bodyOf(events),
    keepalive: true,
    credentials: "omit",
  });
}
