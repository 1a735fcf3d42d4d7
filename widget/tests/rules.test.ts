import { expect, test } from "vitest";
import { judge } from "../src/rules";
import { exampleRule } from "./example_site";

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
