// Globs match as on the server, and never take long.

import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { globMatches, isPathIncluded } from "../../src/extras/glob";

interface Case {
  readonly glob: string;
  readonly path: string;
  readonly matches: boolean;
}

const file = new URL("../../../testdata/glob_cases.json", import.meta.url);
const cases = JSON.parse(readFileSync(file, "utf8")) as Case[];

describe("a glob decides as it does on the server", () => {
  test("there are cases", () => {
    expect(cases.length).toBeGreaterThan(60);
  });

  test.each(cases)("$glob and $path: $matches", ({ glob, path, matches }) => {
    expect(globMatches(glob, path)).toBe(matches);
  });
});

test("a match costs at most path times pieces, and a longer path costs no more", () => {
  // Positions are compared with literal pieces, and a star continues from each position once.
  const compared = vi.spyOn(String.prototype, "startsWith");
  const cost = (glob: string, path: string) => {
    compared.mockClear();
    expect(globMatches(glob, path)).toBe(false);
    return compared.mock.calls.length;
  };
  for (const glob of [`/${"*a".repeat(127)}b`, `${"/**/a".repeat(8)}/b`, `${"/**/a*".repeat(8)}b`]) {
    const pieces = glob.split("*").length;
    expect(cost(glob, `/${"a".repeat(2_047)}`)).toBeLessThanOrEqual(pieces * 2_049);
    expect(cost(glob, `/${"a".repeat(100_000)}`)).toBeLessThanOrEqual(pieces * 2_049);
    expect(cost(glob, "/a".repeat(50_000))).toBeLessThanOrEqual(pieces * 2_049);
  }
  compared.mockRestore();
});

test("an excluded page is excluded also where it is included", () => {
  expect(isPathIncluded("/blog/a", ["/blog/**"], [])).toBe(true);
  expect(isPathIncluded("/blog/a", ["/blog/**"], ["/blog/a"])).toBe(false);
  expect(isPathIncluded("/shop", ["/blog/**"], [])).toBe(false);
});
