// The form of a shared link: what is sent of it.

import { expect, test } from "vitest";

import { changesOf, formOf, linkBody, newLink, selectableDays } from "../../src/features/shared/shared_links/link_form";
import { canBeLimited, PANELS } from "../../src/features/shared/shared_links/panels";
import type { SharedLink } from "../../src/features/shared/shared_links/queries";

const NOW = Date.parse("2026-11-29T12:00:00Z");

test("a panel that cannot be limited to pages is not sent with a page", () => {
  const form = { ...newLink(" Month "), panels: PANELS, page: " /guides/** " };
  const body = linkBody(form, NOW);
  expect(body.name).toBe("Month");
  expect(body.filter).toEqual({ pages: ["/guides/**"] });
  expect(PANELS.filter((panel) => !body.panels.includes(panel))).toEqual(["loop", "citations"]);
  expect(linkBody({ ...form, page: " " }, NOW).panels).toEqual(PANELS);
});

test("what is left empty is not sent, and never is said as null", () => {
  const body = linkBody({ ...newLink("Month"), end: "never" }, NOW);
  expect(Object.keys(body).sort()).toEqual(["compare", "expiresAt", "name", "notes", "panels", "range"]);
  expect(body.expiresAt).toBeNull();
  const full = linkBody({ ...newLink("Month"), end: "7", origins: "https://a.example\n https://b.example" }, NOW);
  expect(full.expiresAt).toBe("2026-12-06T12:00:00.000Z");
  expect(full.embed).toEqual({ origins: ["https://a.example", "https://b.example"] });
});

test("the panels that can be limited are those that the API accepts", () => {
  const leftOut = (...limits: Parameters<typeof canBeLimited>[1]) =>
    PANELS.filter((panel) => !canBeLimited(panel, limits)).sort();
  expect(leftOut()).toEqual([]);
  expect(leftOut("pages")).toEqual(["citations", "loop"]);
  expect(leftOut("assistant")).toEqual(["citations", "crawlers", "devices", "loop", "pages", "reads", "shares"]);
  expect(PANELS.filter((panel) => canBeLimited(panel, ["pages", "network"]))).toEqual(["figures", "shares"]);
});

test("an assistant and fixed dates are sent as the API names them", () => {
  const form = { ...newLink("Month"), platform: { id: "chatgpt", isNetwork: false }, panels: PANELS };
  const body = linkBody({ ...form, days: "dates", from: "2026-10-01", to: "2026-10-31" }, NOW);
  expect(body.filter).toEqual({ platforms: ["chatgpt"] });
  expect(body.range).toEqual({ from: "2026-10-01", to: "2026-10-31" });
  expect(body.panels).toEqual(["figures", "chart", "assistants", "questions", "referrers"]);
});

const LINK: SharedLink = {
  id: "lnk_1",
  siteId: "site_1",
  name: "Month",
  panels: ["pages", "figures"],
  filter: { pages: ["/guides/**"], platforms: [] },
  range: { days: 14 },
  compare: false,
  notes: true,
  embed: { origins: ["https://a.example", "https://b.example"] },
  maskedToken: "lk_9fKq…x7Zb",
  hasPassword: false,
  expiresAt: "2026-12-20T09:30:00Z",
  createdAt: "2026-11-01T00:00:00Z",
  createdBy: null,
  lastUsedAt: null,
  uses: 0,
};

test("a link that is opened and saved is not changed, whatever it has", () => {
  for (const link of [
    LINK,
    { ...LINK, range: { from: "2026-10-01", to: "2026-10-31" }, expiresAt: null, embed: null },
    { ...LINK, filter: { pages: [], platforms: ["facebook"] }, panels: ["shares" as const], hasPassword: true },
    { ...LINK, expiresAt: "2026-01-01T00:00:00Z" },
  ]) {
    const form = formOf(link, ["facebook"]);
    expect(changesOf(form, { ...form }, NOW)).toEqual({});
  }
});

test("only what was changed of a link is sent, and what was emptied as null", () => {
  const before = formOf({ ...LINK, hasPassword: true }, []);
  const changed = (fields: Partial<typeof before>) => changesOf(before, { ...before, ...fields }, NOW);
  expect(changed({ name: " Week " })).toEqual({ name: "Week" });
  expect(changed({ days: "30" })).toEqual({ range: { days: 30 } });
  expect(changed({ end: "never" })).toEqual({ expiresAt: null });
  expect(changed({ end: "7" })).toEqual({ expiresAt: "2026-12-06T12:00:00.000Z" });
  expect(changed({ page: "" })).toEqual({ filter: {} });
  expect(changed({ origins: " " })).toEqual({ embed: null });
  expect(changed({ removesPassword: true })).toEqual({ password: null });
  expect(changed({ password: "four words in a row" })).toEqual({ password: "four words in a row" });
  expect(changed({ notes: false, compare: true })).toEqual({ notes: false, compare: true });
  expect(changed({ platform: { id: "chatgpt", isNetwork: false } })).toEqual({
    panels: ["figures"],
    filter: { pages: ["/guides/**"], platforms: ["chatgpt"] },
  });
});

test("the last day of a link that has expired can be kept", () => {
  const expired = formOf({ ...LINK, expiresAt: "2026-01-02T12:00:00Z" }, []);
  expect(selectableDays(expired, NOW).min).toBe(expired.lastDay);
  const { min, max } = selectableDays(newLink("Month"), NOW);
  expect(min).toMatch(/^2026-11-(28|29|30)$/);
  const latest = linkBody({ ...newLink("Month"), end: "date", lastDay: max }, NOW).expiresAt ?? "";
  expect(Date.parse(latest)).toBeLessThanOrEqual(NOW + 366 * 86_400_000);
});
