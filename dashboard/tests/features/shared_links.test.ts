// The form of a shared link: what is sent of it.

import { expect, test } from "vitest";

import { linkBody, newLink, PANELS } from "../../src/features/site_settings/shared_links/link_form";

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
