// Sending events: retries, stored events, and pages that are left.

import { beforeEach, expect, test, vi } from "vitest";
import type { Natives } from "../../src/first/natives";
import type { WidgetEvent } from "../../src/first/reporting/events";
import { SHARED_FUNCTIONS } from "../../src/first/shared_functions";
import { setSharedFunctions } from "../../src/rest/shared_functions";
import { createSender, MAX_QUEUE_EVENTS, QUEUE_KEY } from "../../src/rest/send_events";
import type { Transport } from "../../src/rest/transport";
import { Service } from "../support/service";

setSharedFunctions(SHARED_FUNCTIONS);

const TO = "https://askline.test/api/v1/events?widgetVersion=0.1.0";
const DAY_MS = 86_400_000;

/** What outlives a page: its storage, and the time. */
let storage: Map<string, string>;
let now: number;
let service: Service;

beforeEach(() => {
  storage = new Map();
  now = Date.parse("2026-11-20T12:00:00Z");
  service = new Service();
  vi.stubGlobal("navigator", { webdriver: false });
});

function openPage({ keepalive = true, isFull = false, to = TO } = {}) {
  const memory = new Map<string, string>();
  const timers: { at: number; run: () => void }[] = [];
  const natives: Natives = {
    fetch: service.fetch,
    matches: (node, selector) => node.matches(selector),
    now: () => now,
    random: (bytes) => bytes,
    schedule: (run, milliseconds) => void timers.push({ at: now + milliseconds, run }),
    store: {
      isOpen: true,
      recall: (key) => (isFull ? memory : storage).get(key) ?? "",
      write(key, text) {
        const kept = isFull ? memory : storage;
        if (text) kept.set(key, text);
        else kept.delete(key);
        return !isFull;
      },
    },
  };
  const way: Transport = {
    beacon: service.beacon,
    keepalive,
    afterPaint: (run) => {
      run();
    },
    flush: () => undefined,
  };
  return {
    sender: createSender(to, natives, way),
    async wait(milliseconds: number) {
      const end = now + milliseconds;
      for (let due = next(end); due; due = next(end)) {
        now = due.at;
        timers.splice(timers.indexOf(due), 1);
        due.run();
        await settle();
      }
      now = end;
    },
  };

  function next(end: number) {
    return timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
  }
}

async function settle() {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}

function event(id: string): WidgetEvent {
  return { siteId: "site_a", type: "ai_click", eventId: id, url: "https://example.com/", platform: "chatgpt" };
}

const ids = (events: readonly WidgetEvent[]) => events.map(({ eventId }) => eventId);
const keptIds = () => {
  const entries = JSON.parse(storage.get(QUEUE_KEY) ?? "[]") as { event: WidgetEvent }[];
  return entries.map(({ event: { eventId } }) => eventId);
};

test("an event goes out at once, without credentials and without a preflight, and outlives its page", async () => {
  openPage().sender.send(event("a"));
  await settle();
  expect(service.asked).toHaveLength(1);
  expect(service.asked[0]?.url).toBe(TO);
  expect(service.asked[0]?.options).toMatchObject({
    method: "POST",
    credentials: "omit",
    keepalive: true,
  });
  // A string is sent as `text/plain`, which needs no preflight request.
  expect(typeof service.asked[0]?.options.body).toBe("string");
  expect(service.asked[0]?.options).not.toHaveProperty("headers");
  expect(service.events).toEqual([event("a")]);
  expect(storage.size).toBe(0);
});

test.each([503, 429, 500])(
  "an event that is answered %i is sent again on a later page, under the same id",
  async (status) => {
    service.eventReplies.push({ status });
    openPage().sender.send(event("a"));
    await settle();
    expect(keptIds()).toEqual(["a"]);
    now += 60_000;
    openPage().sender.resend();
    await settle();
    expect(ids(service.events)).toEqual(["a", "a"]);
    expect(storage.size).toBe(0);
  },
);

test("an event that could not be sent is sent again when the network is back", async () => {
  service.eventReplies.push("unreachable", "unreachable");
  const page = openPage();
  page.sender.send(event("a"));
  await settle();
  await page.wait(30_000);
  expect(ids(service.events)).toEqual(["a", "a"]);
  expect(keptIds()).toEqual(["a"]);
  await page.wait(60_000);
  expect(ids(service.events)).toEqual(["a", "a", "a"]);
  expect(storage.size).toBe(0);
});

test("an event that is sent late says how many seconds ago it happened, at most a day, and nothing else of it changes", async () => {
  service.eventReplies.push({ status: 503 }, { status: 503 });
  openPage().sender.send(event("a"));
  await settle();
  for (const later of [3_600_500, 3 * DAY_MS]) {
    now += later;
    openPage().sender.resend();
    await settle();
  }
  expect(service.events).toEqual([event("a"), { ...event("a"), age: 3_600 }, { ...event("a"), age: 86_400 }]);
  expect(storage.size).toBe(0);
});

test("a clock that was turned back makes no event of the future", async () => {
  service.eventReplies.push({ status: 503 });
  openPage().sender.send(event("a"));
  await settle();
  now -= 3_600_000;
  openPage().sender.resend();
  await settle();
  expect(service.events).toEqual([event("a"), event("a")]);
});

test("what a page hands to the beacon says its age, too", async () => {
  service.eventReplies.push({ status: 503 });
  const page = openPage({ isFull: true });
  page.sender.send(event("a"));
  await settle();
  now += 5_000;
  page.sender.leave();
  expect(service.beaconEvents).toEqual([{ ...event("a"), age: 5 }]);
});

test("while the service asks for patience nothing is sent, and nothing is lost", async () => {
  service.eventReplies.push({ status: 503, headers: { "Retry-After": "120" } });
  const page = openPage();
  page.sender.send(event("a"));
  await settle();
  page.sender.send(event("b"));
  page.sender.resend();
  await page.wait(119_999);
  expect(service.posts).toHaveLength(1);
  await page.wait(1);
  expect(service.posts.map(ids)).toEqual([["a"], ["a", "b"]]);
  expect(storage.size).toBe(0);
});

test.each([400, 403, 404, 413, 422])("an event that is refused with %i is not sent again", async (status) => {
  service.eventReplies.push({ status });
  openPage().sender.send(event("a"));
  await settle();
  expect(storage.size).toBe(0);
});

test("an event without an answer is kept when the page is left, and dropped when the answer arrives later", async () => {
  service.keepsSilent = true;
  openPage().sender.send(event("lost"));
  const page = openPage();
  page.sender.send(event("a"));
  page.sender.leave();
  expect(keptIds()).toEqual(["a"]);
  expect(service.beacons).toHaveLength(0);

  service.keepsSilent = false;
  const other = openPage();
  other.sender.send(event("b"));
  other.sender.leave();
  expect(keptIds()).toEqual(["a", "b"]);
  await settle();
  expect(ids(service.events)).toEqual(["lost", "a", "b", "a"]);
  expect(storage.size).toBe(0);
});

test("what is under way is handed to the beacon where requests end with their page", () => {
  service.keepsSilent = true;
  const page = openPage({ keepalive: false });
  page.sender.send(event("a"));
  page.sender.leave();
  expect(service.beacons.map(({ url }) => url)).toEqual([TO]);
  expect(ids(service.beaconEvents)).toEqual(["a"]);
});

test("where nothing can be stored, what waits is handed to the beacon when the page is left", async () => {
  service.eventReplies.push({ status: 503 });
  const page = openPage({ isFull: true });
  page.sender.send(event("a"));
  await settle();
  page.sender.leave();
  expect(ids(service.beaconEvents)).toEqual(["a"]);
});

test("where nothing can be stored, an event is still sent again on its own page", async () => {
  service.eventReplies.push({ status: 503 });
  const page = openPage({ isFull: true });
  page.sender.send(event("a"));
  await settle();
  await page.wait(30_000);
  expect(ids(service.events)).toEqual(["a", "a"]);
});

test("two pages do not send the same waiting event at the same time", async () => {
  service.eventReplies.push("unreachable");
  openPage().sender.send(event("a"));
  await settle();
  openPage().sender.resend();
  openPage().sender.resend();
  await settle();
  expect(ids(service.events)).toEqual(["a", "a"]);
});

test("no more than a hundred events are kept, the newest ones, and they go out in small batches", async () => {
  service.eventReplies.push(...Array.from({ length: MAX_QUEUE_EVENTS + 20 }, () => "unreachable" as const));
  const page = openPage();
  for (let place = 0; place < MAX_QUEUE_EVENTS + 20; place++) page.sender.send(event(`e${place}`));
  await settle();
  expect(keptIds()).toHaveLength(MAX_QUEUE_EVENTS);
  expect(keptIds()[0]).toBe("e20");
  const before = service.posts.length;
  now += 3_600_000;
  openPage().sender.resend();
  for (let turn = 0; turn < 10; turn++) await settle();
  const batches = service.posts.slice(before);
  expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(50);
  expect(new Set(ids(batches.flat())).size).toBe(MAX_QUEUE_EVENTS);
  expect(batches.flat()).toHaveLength(MAX_QUEUE_EVENTS);
  expect(storage.size).toBe(0);
});

test("a batch stays below what a browser sends for a page that was closed", async () => {
  service.eventReplies.push(...Array.from({ length: 60 }, () => "unreachable" as const));
  const page = openPage();
  for (let place = 0; place < 60; place++) {
    page.sender.send({
      ...event(`e${place}`),
      url: `https://example.com/${"a".repeat(4_000)}`,
      title: "日".repeat(300),
    });
  }
  await settle();
  openPage().sender.resend();
  for (let turn = 0; turn < 10; turn++) await settle();
  const sizes = service.asked.map(({ options }) => new TextEncoder().encode(options.body as string).length);
  expect(Math.max(...sizes)).toBeLessThan(64 * 1024);
});

test("what is older than a week is not sent any more", async () => {
  service.eventReplies.push("unreachable");
  openPage().sender.send(event("a"));
  await settle();
  now += 7 * DAY_MS;
  openPage().sender.resend();
  await settle();
  expect(service.posts).toHaveLength(1);
});

test("events for one service are not sent to another", async () => {
  service.eventReplies.push("unreachable");
  openPage().sender.send(event("a"));
  await settle();
  openPage({ to: "https://other.test/api/v1/events?widgetVersion=0.1.0" }).sender.resend();
  await settle();
  expect(service.posts).toHaveLength(1);
  expect(keptIds()).toEqual(["a"]);
});

test.each(["", "{", "null", "7", "[null]", '{"a":1}', '[{"at":1}]'])(
  "a queue that says %j does no harm",
  async (text) => {
    storage.set(QUEUE_KEY, text);
    const page = openPage();
    page.sender.resend();
    page.sender.send(event("a"));
    page.sender.leave();
    await settle();
    expect(ids(service.events)).toEqual(["a"]);
  },
);
