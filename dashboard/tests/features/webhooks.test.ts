// The page about webhooks: its requests, its search parameters, and its file.

import { describe, expect, test } from "vitest";

import { readWebhooksSearch } from "../../src/features/webhooks/search";
import { stateOf } from "../../src/features/webhooks/state";
import { editOf, formOf, newOf } from "../../src/features/webhooks/webhook_form";
import type { Webhook } from "../../src/features/webhooks/queries";
import { csvOf } from "../../src/features/shared/files/csv_text";

const webhook: Webhook = {
  id: "whk_1",
  url: "https://example.com/hook",
  urlUnreadable: false,
  events: ["key.created", "key.revoked"],
  description: "Chat",
  enabled: true,
  disabledReason: null,
  consecutiveFailures: 0,
  failingSince: null,
  previousSecretExpiresAt: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

describe("a webhook", () => {
  test("that is unchanged sends nothing, whatever the order of its events", () => {
    expect(editOf(formOf(webhook), webhook)).toEqual({});
    expect(editOf({ ...formOf(webhook), events: ["key.revoked", "key.created"] }, webhook)).toEqual({});
  });
  test("sends what changed, and an emptied description", () => {
    expect(editOf({ url: " https://example.com/other ", events: ["key.created"], description: " " }, webhook)).toEqual({
      url: "https://example.com/other",
      events: ["key.created"],
      description: "",
    });
  });
  test("whose address was lost begins with an empty one, which is sent", () => {
    const lost = { ...webhook, urlUnreadable: true, url: "https://example.com" };
    expect(formOf(lost).url).toBe("");
    expect(editOf({ ...formOf(lost), url: "https://example.com" }, lost)).toEqual({ url: "https://example.com" });
  });
  test("that is new says nothing about itself where nothing was typed", () => {
    expect(newOf({ url: "https://example.com", events: ["key.created"], description: " " })).toEqual({
      url: "https://example.com",
      events: ["key.created"],
    });
  });
  test("says why it is disabled", () => {
    expect(stateOf(webhook)).toBe("works");
    expect(stateOf({ ...webhook, consecutiveFailures: 1 })).toBe("failing");
    expect(stateOf({ ...webhook, enabled: false, consecutiveFailures: 20, disabledReason: "too_many_failures" })).toBe(
      "gave_up",
    );
    expect(stateOf({ ...webhook, enabled: false, disabledReason: "gone" })).toBe("gone");
    expect(stateOf({ ...webhook, enabled: false })).toBe("off");
    expect(stateOf({ ...webhook, urlUnreadable: true })).toBe("url_unreadable");
  });
});

test("the address names a webhook, a delivery of it and one status, and nothing else", () => {
  expect(readWebhooksSearch({ open: "whk_1", status: "failed", delivery: "dlv_1" })).toEqual({
    open: "whk_1",
    status: "failed",
    delivery: "dlv_1",
  });
  expect(readWebhooksSearch({ open: "whk_1", status: "lost", delivery: "key_1" })).toEqual({ open: "whk_1" });
  expect(readWebhooksSearch({ status: "failed", delivery: "dlv_1" })).toEqual({});
});

describe("a table as a file", () => {
  test("quotes what would end a cell", () => {
    expect(
      csvOf([
        ["a", "b"],
        ["x,y", 'say "no"'],
        [null, 3],
      ]),
    ).toBe('a,b\r\n"x,y","say ""no"""\r\n,3\r\n');
  });
  test("runs in no spreadsheet", () => {
    expect(csvOf([["a"], ["=1+1"], ["+1"], ["@x"], ["a;=1"], ["＝1"]])).toBe(
      "a\r\n'=1+1\r\n'+1\r\n'@x\r\na;'=1\r\n'＝1\r\n",
    );
    expect(csvOf([["a"], [-5]])).toBe("a\r\n-5\r\n");
  });
});
