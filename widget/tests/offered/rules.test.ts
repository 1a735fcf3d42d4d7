// Which rules apply to a page, and which of their actions count.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Rule } from "../../src/first/payload";
import { judge } from "../../src/extras/rules";
import { exampleRule } from "../support/example_site";

const page = { path: "/blog/a", host: "example.com", language: "pt-BR", now: Date.parse("2026-11-20T12:00:00Z") };
const hides = (match: Parameters<typeof exampleRule>[1], times: { startsAt?: string; endsAt?: string } = {}) =>
  judge([{ ...exampleRule({ type: "hide_widget" }, match), ...times }], page)("hide_widget") !== undefined;

test("a rule without conditions takes every page", () => {
  expect(hides({})).toBe(true);
});

test("paths decide, and exclusion wins", () => {
  expect(hides({ paths: ["/shop/**", "/blog/**"] })).toBe(true);
  expect(hides({ paths: ["/shop/**"] })).toBe(false);
  expect(hides({ paths: ["/blog/**"], excludePaths: ["/blog/a"] })).toBe(false);
});

test("hosts and languages decide", () => {
  expect(hides({ hosts: ["example.com"] })).toBe(true);
  expect(hides({ hosts: ["other.example"] })).toBe(false);
  expect(hides({ languages: ["pt"] })).toBe(true);
  expect(hides({ languages: ["pt-BR"] })).toBe(true);
  expect(hides({ languages: ["pt-PT"] })).toBe(false);
  expect(hides({ languages: ["*"] })).toBe(true);
});

test("a rule counts from its start up to its end", () => {
  expect(hides({}, { startsAt: "2026-11-20T12:00:00.000Z" })).toBe(true);
  expect(hides({}, { startsAt: "2026-11-20T12:00:00.001Z" })).toBe(false);
  expect(hides({}, { endsAt: "2026-11-20T12:00:00.001Z" })).toBe(true);
  expect(hides({}, { endsAt: "2026-11-20T12:00:00.000Z" })).toBe(false);
});

test("of each type of action the first counts", () => {
  const actions = judge(
    [
      exampleRule({ type: "append", text: "elsewhere" }, { paths: ["/shop"] }),
      exampleRule({ type: "append", text: "first" }),
      exampleRule({ type: "prepend", text: "before" }),
      exampleRule({ type: "append", text: "second" }),
    ],
    page,
  );
  expect(actions("append")?.text).toBe("first");
  expect(actions("prepend")?.text).toBe("before");
  expect(actions("use_prompt")).toBeUndefined();
});

interface Group {
  name: string;
  rules: { id: string; action: string; match?: Partial<Rule["match"]>; startsAt?: string; endsAt?: string }[];
  order: string[];
  pages: { path: string; host?: string; language?: string; at?: string; counting: string[] }[];
}

const groups = JSON.parse(readFileSync("../testdata/rule_cases.json", "utf8")) as Group[];

test.each(groups)("every shared case is decided as it says: $name", ({ rules, order, pages }) => {
  // In the order in which the service sends them; the text identifies the rule.
  const sent = order.map((id) => {
    const { action: type, match, startsAt, endsAt } = rules.find((rule) => rule.id === id) ?? { action: "" };
    return { ...exampleRule({ type, text: id }, match), startsAt: startsAt ?? null, endsAt: endsAt ?? null };
  });
  const types = [...new Set(rules.map(({ action }) => action))];
  for (const { path, host = "example.com", language = "en", at = "2026-06-15T12:00:00.000Z", counting } of pages) {
    const actions = judge(sent, { path, host, language, now: Date.parse(at) });
    const found = types.flatMap((type) => actions(type)?.text ?? []);
    expect(found.sort(), `${path} ${host} ${language} ${at}`).toEqual([...counting].sort());
  }
});
