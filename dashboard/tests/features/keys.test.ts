// The logic of the pages about API keys: scopes, the `curl` command, the form.

import { describe, expect, test } from "vitest";

import { countsClicks, curlCommand, masked } from "../../src/features/keys/curl_command";
import {
  NEW_KEY,
  bodyOf,
  changesOf,
  expirationOf,
  formOf,
  networksOf,
  selectableDays,
} from "../../src/features/keys/key_form";
import { rowsOf, valuesOf } from "../../src/features/keys/usage_plot";
import { SCOPES, isImplied, withoutImplied } from "../../src/features/shared/keys/scopes";

const KEY = "ak_" + "a".repeat(38);

describe("scopes", () => {
  test("there are the eleven of the API, each once", () => {
    expect(new Set(SCOPES.map(({ scope }) => scope)).size).toBe(11);
  });
  test("writing grants reading of the same, and nothing else", () => {
    expect(isImplied("sites:read", ["sites:write"])).toBe(true);
    expect(isImplied("prompts:read", ["sites:write"])).toBe(false);
    expect(isImplied("sites:write", ["sites:read"])).toBe(false);
    expect(isImplied("analytics:read", ["sites:write"])).toBe(false);
  });
  test("* grants everything but itself", () => {
    expect(SCOPES.filter(({ scope }) => !isImplied(scope, ["*"])).map(({ scope }) => scope)).toEqual(["*"]);
  });
  test("what is granted anyway is not sent", () => {
    expect(withoutImplied(["sites:read", "sites:write", "rules:read"])).toEqual(["sites:write", "rules:read"]);
    expect(withoutImplied(["analytics:read", "*"])).toEqual(["*"]);
  });
});

describe("the line to try a key", () => {
  const line = (scopes: Parameters<typeof curlCommand>[0]["scopes"], siteId: string | null = "site_1") =>
    curlCommand({ origin: "https://ask.example", key: KEY, scopes, siteId });
  test("asks what the key may ask", () => {
    expect(line(["analytics:read"])).toBe(
      `curl -H "Authorization: Bearer ${KEY}" \\\n  "https://ask.example/api/v1/analytics/site_1/ai?days=30"`,
    );
    expect(line(["sites:write"])).toContain('/api/v1/sites"');
    expect(line(["*"])).toContain("/analytics/site_1/ai");
    expect(line(["citations:read"])).toContain('/citations/site_1/summary"');
    expect(line(["rules:read"])).toContain('/keys/self"');
  });
  test("says when it returns aiClicks, which the dashboard does not show", () => {
    expect(countsClicks({ scopes: ["analytics:read"], siteId: "site_1" })).toBe(true);
    expect(countsClicks({ scopes: ["analytics:read"], siteId: null })).toBe(false);
    expect(countsClicks({ scopes: ["sites:read"], siteId: "site_1" })).toBe(false);
  });
  test("needs no site if there are no sites", () => {
    expect(line(["analytics:read"], null)).toContain('/keys/self"');
    expect(line(["*"], null)).toContain('/api/v1/sites"');
  });
  test("a masked key shows as the API masks it", () => {
    expect(masked("ak_9fKqAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAx7Zb")).toBe("ak_9fKq…x7Zb");
  });
});

describe("the form of a key", () => {
  const now = new Date("2026-11-22T15:00:00").getTime();
  test("sends only what was chosen", () => {
    expect(bodyOf(NEW_KEY, now)).toEqual({ scopes: ["analytics:read"] });
    expect(
      bodyOf({ ...NEW_KEY, name: " CI ", networkChoice: "some", allowedIps: "10.0.0.1\n10.0.0.0/8, 10.0.0.1" }, now),
    ).toEqual({ scopes: ["analytics:read"], name: "CI", allowedIps: ["10.0.0.1", "10.0.0.0/8"] });
    expect(networksOf(" \n")).toEqual([]);
  });
  test("lets a key work through the whole of its last day", () => {
    expect(expirationOf({ lifetime: "own", lastDay: "2026-12-31" }, now)).toBe(
      new Date("2027-01-01T00:00:00").toISOString(),
    );
    expect(expirationOf({ lifetime: "30", lastDay: "" }, now)).toBe(new Date(now + 30 * 86_400_000).toISOString());
    expect(expirationOf({ lifetime: "never", lastDay: "" }, now)).toBeNull();
  });
  test("offers today and no end beyond ten years", () => {
    const { min, max } = selectableDays(now);
    expect(min).toBe("2026-11-22");
    const tenYears = new Date(now);
    tenYears.setFullYear(tenYears.getFullYear() + 10);
    expect(Date.parse(expirationOf({ lifetime: "own", lastDay: max }, now) ?? "")).toBeLessThanOrEqual(
      tenYears.getTime(),
    );
  });
});

describe("a change of a key", () => {
  const now = new Date("2026-11-22T15:00:00").getTime();
  const key = {
    name: "CI",
    scopes: ["sites:read" as const],
    siteIds: ["site_1"],
    allowedIps: null,
    expiresAt: "2027-01-31T09:30:00.000Z",
  } as Parameters<typeof formOf>[0];
  const before = formOf(key);
  test("sends nothing that the person left as it is", () => {
    expect(changesOf(before, { ...before }, now)).toEqual({});
  });
  test("sends each changed setting, and null where a restriction is removed", () => {
    expect(changesOf(before, { ...before, name: " Nightly " }, now)).toEqual({ name: "Nightly" });
    expect(changesOf(before, { ...before, siteChoice: "all" }, now)).toEqual({ siteIds: null });
    expect(changesOf(before, { ...before, lifetime: "never" }, now)).toEqual({ expiresAt: null });
    const networks = { ...before, networkChoice: "some" as const, allowedIps: "192.0.2.7\n192.0.2.7" };
    expect(changesOf(before, networks, now)).toEqual({ allowedIps: ["192.0.2.7"] });
  });
});

describe("the use of a key", () => {
  const use = { date: "2026-06-15", method: "GET", route: "/api/v1/sites", status: 200, requests: 3 };
  const usage = {
    from: "2026-06-14",
    to: "2026-06-15",
    requests: 6,
    uses: [use, { ...use, status: 404, requests: 2 }, { ...use, date: "2026-06-14", status: 503, requests: 1 }],
  };
  test("is counted by day and by kind of response", () => {
    expect(valuesOf(usage)).toEqual({ success: [0, 3], refused: [0, 2], failed: [1, 0] });
  });
  test("is listed by route and status, the most frequent first", () => {
    expect(rowsOf(usage).map(({ name, status, value }) => [name, status, value])).toEqual([
      ["GET /sites", 200, 3],
      ["GET /sites", 404, 2],
      ["GET /sites", 503, 1],
    ]);
  });
});
