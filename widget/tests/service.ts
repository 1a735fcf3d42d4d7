/** The service as a widget sees it from outside: what it was asked, and what it answers. */

import type { Payload } from "../src/payload";
import type { WidgetEvent } from "../src/events";

export interface Asked {
  readonly url: string;
  readonly options: RequestInit;
}

/** A status with headers, a network that refuses, or one that says nothing. */
export type Reply =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | "unreachable"
  | "silent";

export class Service {
  payload: Payload | null;
  /** The configuration cannot be had. */
  configReply: Reply = { status: 200 };
  /** What the next posts of events are answered; when none is left, 202. */
  readonly eventReplies: Reply[] = [];
  /** While true, posts of events are left without an answer. */
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
    return this.#answer(this.eventReplies.shift() ?? { status: 202 }, { data: { accepted: 1 }, error: null, meta: {} });
  };

  readonly beacon = (url: string, body: string): boolean => {
    this.beacons.push({ url, body });
    return true;
  };

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
