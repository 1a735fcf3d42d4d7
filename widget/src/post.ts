/** The request that takes events to the service. */

import type { WidgetEvent } from "./events";
import type { Natives } from "./natives";

/** The body of a request, for whatever sends it. */
export function bodyOf(events: readonly WidgetEvent[]): string {
  return jsonOf({ events });
}

/** As `JSON.stringify` writes it, whatever `toJSON` a library of the page gave to all lists and objects. */
export function jsonOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonOf).join()}]`;
  return value && typeof value === "object"
    ? `{${Object.entries(value).flatMap(([key, part]) => (part === undefined ? [] : `${JSON.stringify(key)}:${jsonOf(part)}`)).join()}}`
    : JSON.stringify(value);
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
