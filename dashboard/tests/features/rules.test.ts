// Decisions of the page about rules: the order, the form, and when a rule applies.

import { describe, expect, test } from "vitest";

import { sortedRules, literalPrefix, movedIds } from "../../src/features/rules/order";
import { byPage, pathOf, type Proposal } from "../../src/features/rules/proposals/proposals";
import type { Rule } from "../../src/features/rules/queries";
import { bodyOf, faultOf, formOf, newRule, pathIn } from "../../src/features/rules/editor/rule_form";
import { timeState } from "../../src/features/rules/words";
import { csvOf } from "../../src/features/shared/files/csv_text";
import { errorsAt, failureOf } from "../../src/api/failure";

const rule = (change: Partial<Rule>): Rule => ({
  id: "rule_1",
  siteId: "site_1",
  name: "Prices",
  enabled: true,
  priority: 100,
  match: { paths: [], excludePaths: [], hosts: [], languages: [] },
  action: { type: "hide_widget" },
  startsAt: null,
  endsAt: null,
  createdAt: "2026-11-01T00:00:00Z",
  updatedAt: "2026-11-01T00:00:00Z",
  ...change,
});
const on = (...paths: string[]) => ({ match: { paths, excludePaths: [], hosts: [], languages: [] } });

test("rules stand as they are tried: by priority, then the longest literal prefix, then the oldest", () => {
  const rules = [
    rule({ id: "d" }),
    rule({ id: "c", ...on("/**") }),
    rule({ id: "b", ...on("/blog/2026/**") }),
    rule({ id: "a", ...on("/shop/sale/**") }),
    rule({ id: "z", priority: 0 }),
  ];
  expect(sortedRules(rules).map(({ id }) => id)).toEqual(["z", "a", "b", "c", "d"]);
  // As `literal_prefix_length` calculates it in the service.
  expect(["/blog/**", "/blog/*", "/blog", "/", "/**", "/b*", "/a/**/c"].map(literalPrefix)).toEqual([
    5, 6, 6, 2, 0, 2, 2,
  ]);
});

test("what is moved keeps its own order, and what is dropped on itself moves nothing", () => {
  expect(movedIds(["a", "b", "c", "d"], new Set(["c"]), { id: "a", side: "before" })).toEqual(["c", "a", "b", "d"]);
  expect(movedIds(["a", "b", "c", "d"], new Set(["a", "c"]), { id: "d", side: "after" })).toEqual(["b", "d", "a", "c"]);
  expect(movedIds(["a", "b"], new Set(["a"]), { id: "a", side: "after" })).toEqual(["a", "b"]);
});

describe("the form", () => {
  test("sends back what it was made of, to the second", () => {
    const whole = rule({
      match: { paths: ["/a", "/b/**"], excludePaths: ["/b/c"], hosts: ["www.example.com"], languages: ["de", "pt-BR"] },
      action: { type: "set_questions", questions: [{ id: "qst_1", text: "Why?" }] },
      startsAt: "2026-11-05T08:30:15Z",
      endsAt: "2026-12-24T17:00:00Z",
    });
    const { name, enabled, priority, match, startsAt, endsAt } = whole;
    expect(bodyOf(formOf(whole), whole)).toMatchObject({
      name,
      enabled,
      priority,
      match,
      startsAt,
      endsAt,
      action: { type: "set_questions", questions: [{ id: "qst_1", text: "Why?" }] },
    });
  });

  test("takes a rule through the whole of its last day", () => {
    const body = bodyOf({ ...newRule([]), times: "until", lastDay: "2026-11-22" }, null);
    expect(body.endsAt).toBe(new Date("2026-11-23T00:00:00").toISOString());
    expect(body.startsAt).toBeNull();
  });

  test("puts a new rule before the others, as far as there is room", () => {
    expect(newRule([rule({ priority: 50 })]).priority).toBe(40);
    expect(newRule([rule({ priority: 3 })]).priority).toBe(0);
  });

  test("says what is wrong with a pattern, and accepts the path of an address", () => {
    expect(["blog", `/${"a".repeat(256)}`, "/**a".repeat(9), "/blog/**"].map(faultOf)).toEqual([
      "no_slash",
      "too_long",
      "too_many_stars",
      null,
    ]);
    expect(pathIn("https://www.example.com/a/b?c=1#d")).toBe("/a/b");
    expect(pathIn("https://www.example.com")).toBe("/");
  });
});

test("a rule waits, runs, and ends", () => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  const state = (startsAt: string | null, endsAt: string | null) => timeState({ startsAt, endsAt }, now);
  expect(state(null, null)).toBe("always");
  expect(state("2026-11-23T00:00:00Z", null)).toBe("waits");
  expect(state("2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z")).toBe("runs");
  expect(state(null, "2026-11-22T12:00:00Z")).toBe("ended");
});

test("a table for a spreadsheet runs nothing there", () => {
  expect(
    csvOf([
      ["a,b", '"', "=1+1"],
      ["x", "", "two\nlines"],
    ]),
  ).toBe('"a,b","""",\'=1+1\r\nx,,"two\nlines"\r\n');
});

test("messages stand at the longest field that takes their path", () => {
  const details = [
    { path: "match.paths[1]", message: "one" },
    { path: "match", message: "two" },
    { path: "nowhere", message: "three" },
  ];
  const failure = failureOf(new Response(null, { status: 422 }), {
    error: { code: "VALIDATION_FAILED", message: "no", docUrl: "", retryable: false, details },
  });
  expect(errorsAt(failure, ["match", "match.paths", "name"])).toEqual({ "match.paths": ["one"], match: ["two"] });
});

test("what is proposed for one page is in one group, in the order in which the pages were read", () => {
  const proposal = (id: string, url: string): Proposal => ({
    id,
    siteId: "site_1",
    page: { url, title: "" },
    name: id,
    priority: 100,
    match: on("/a").match,
    action: { type: "append", text: "More." },
    createdAt: "2026-11-01T00:00:00Z",
  });
  const pages = byPage([
    proposal("a", "https://x.example/b"),
    proposal("b", "https://x.example/a"),
    proposal("c", "https://x.example/b"),
  ]);
  expect(pages.map(({ url, proposals }) => [url, proposals.map(({ id }) => id)])).toEqual([
    ["https://x.example/b", ["a", "c"]],
    ["https://x.example/a", ["b"]],
  ]);
  expect(pathOf("https://x.example/b?page=2")).toBe("/b?page=2");
});
