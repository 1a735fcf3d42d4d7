/** The request that takes events to the service. */

import type { WidgetEvent } from "./events";
import type { Natives } from "./natives";

/** The body of a request, for whatever sends it. */
export function bodyOf(events: readonly WidgetEvent[]): string {
  return JSON.stringify({ events });
}

/** Outlives its page, where the browser can do that. */
export function post({ fetch }: Natives, to: string, events: readonly WidgetEvent[]): Promise<Response> {
  return fetch(to, {
    method: "POST",
    body: bodyOf(events),
    // The one type that needs no question beforehand (https://fetch.spec.whatwg.org/#cors-safelisted-request-header).
    headers: { "Content-Type": "text/plain" },
    keepalive: true,
    credentials: "omit",
  });
}
