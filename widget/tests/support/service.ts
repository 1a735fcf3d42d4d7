/** The service as a widget sees it: the requests to it, and its responses. */

import type { Payload } from "../../src/first/payload";
import type { WidgetEvent } from "../../src/first/reporting/events";

export interface Asked {
  readonly url: string;
  readonly options: RequestInit;
}

/** A response with a status, headers and reasons for refused events; a network error; or no response. */
export type Reply =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly refused?: string }
  | "unreachable"
  | "silent";

export class Service {
  payload: Payload | null;
  /** The response to requests for the configuration. */
  configReply: Reply = { status: 200 };
  /** The responses to the next posts of events; when none is left, 202. */
  readonly eventReplies: Reply[] = [];
  /** A response to posts of events that replaces the service's own, and how many of its bytes were read. */
  eventText: string | null = null;
  readBytes = 0;
  /** While true, posts of events get no response. */
  keepsSilent = false;
  readonly asked: Asked[] = [];
  readonly beacons: { readonly url: string; readonly body: string }[] = [];

  constructor(payload: Payload | null = null) {
    this.payload = payload;
  }

  readonly fetch = (url: string, options: RequestInit): Promise<Response> => {
    this.asked.push({ url, options });
    if (options.method !== "POST") return this.#answer(this.configReply, { data: this.payload, error: null, meta: {} });
    if (this.keepsSilent) return this.#answer("silent", null);
    if (this.eventText !== null) return Promise.resolve(new Response(this.#inParts(this.eventText), { status: 202 }));
    const reply = this.eventReplies.shift() ?? { status: 202 };
    const errors =
      typeof reply === "object" && reply.refused ? [{ index: 0, code: reply.refused, message: "Refused." }] : [];
    return this.#answer(reply, {
      data: { accepted: 1 - errors.length, dropped: errors.length, errors },
      error: null,
      meta: {},
    });
  };

  readonly beacon = (url: string, body: string): boolean => {
    this.beacons.push({ url, body });
    return true;
  };

  #inParts(text: string): ReadableStream<Uint8Array> {
    const bytes = new TextEncoder().encode(text);
    let at = 0;
    return new ReadableStream({
      pull: (controller) => {
        const part = bytes.slice(at, (at += 4_096));
        if (!part.length) controller.close();
        else controller.enqueue(part);
        this.readBytes += part.length;
      },
    });
  }

  #answer(reply: Reply, body: unknown): Promise<Response> {
    if (reply === "silent") return new Promise(() => undefined);
    if (reply === "unreachable") return Promise.reject(new TypeError("Failed to fetch"));
    const { status, headers = {} } = reply;
    const text = status < 400 ? body : { data: null, error: { code: "UNAVAILABLE" }, meta: {} };
    return Promise.resolve(new Response(JSON.stringify(text), { status, headers }));
  }

  /** The posts of events, each a list. */
  get posts(): WidgetEvent[][] {
    return this.asked.filter(({ options }) => options.method === "POST").map(({ options }) => eventsIn(options.body));
  }

  /** All events that reached the service, in order. */
  get events(): WidgetEvent[] {
    return this.posts.flat();
  }

  get beaconEvents(): WidgetEvent[] {
    return this.beacons.flatMap(({ body }) => eventsIn(body));
  }
}

function eventsIn(body: unknown): WidgetEvent[] {
  if (typeof body !== "string") throw new Error("The widget sends text.");
  return (JSON.parse(body) as { events: WidgetEvent[] }).events;
}
