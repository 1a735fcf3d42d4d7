import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { globMatches, pathIsTaken } from "../src/glob";

interface Case {
  readonly glob: string;
  readonly path: string;
  readonly matches: boolean;
}

const file = new URL("../../testdata/glob_cases.json", import.meta.url);
const cases = JSON.parse(readFileSync(file, "utf8")) as Case[];

describe("a glob decides as it does on the server", () => {
  test("there are cases", () => {
    expect(cases.length).toBeGreaterThan(60);
  });

  test.each(cases)("$glob and $path: $matches", ({ glob, path, matches }) => {
    expect(globMatches(glob, path)).toBe(matches);
  });
});

test("a glob that was written to take long takes no time", () => {
  const started = performance.now();
  expect(globMatches(`/${"*a".repeat(100)}b`, `/${"a".repeat(1_000)}`)).toBe(false);
  expect(globMatches(`${"/**/a".repeat(8)}/b`, "/a".repeat(500))).toBe(false);
  expect(performance.now() - started).toBeLessThan(1_000);
});

test("an excluded page is excluded also where it is included", () => {
  expect(pathIsTaken("/blog/a", ["/blog/**"], [])).toBe(true);
  expect(pathIsTaken("/blog/a", ["/blog/**"], ["/blog/a"])).toBe(false);
  expect(pathIsTaken("/shop", ["/blog/**"], [])).toBe(false);
});
