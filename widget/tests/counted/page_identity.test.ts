// A page is the same page as on the server, however its address is spelled.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { pageIdentity } from "../../src/extras/page_identity";
import type { PageSettings } from "../../src/first/payload";

interface Cases {
  readonly groups: readonly {
    readonly source: string;
    readonly settings: PageSettings;
    readonly pages: Record<string, readonly string[]>;
  }[];
}

const file = new URL("../../../testdata/page_identity_cases.json", import.meta.url);
const { groups } = JSON.parse(readFileSync(file, "utf8")) as Cases;

describe.each(groups)("$source", ({ settings, pages }) => {
  test.each(Object.entries(pages))("%s", (page, addresses) => {
    for (const address of addresses) expect(pageIdentity(address, settings), address).toBe(page);
    expect(pageIdentity(`https://example.com${page}`, settings)).toBe(page);
  });
});

test("there are cases", () => {
  expect(groups.flatMap(({ pages }) => Object.values(pages).flat()).length).toBeGreaterThan(200);
});

test("what would make an identity too long is absent", () => {
  const settings: PageSettings = { queryParameters: [{ name: "p" }, { name: "q" }], hashRoutes: true };
  const path = `/${"a".repeat(1019)}`;
  expect(pageIdentity(`https://example.com${path}?p=4`, settings)).toBe(`${path}?p=4`);
  expect(pageIdentity(`https://example.com${path}?p=44&q=5#/route`, settings)).toBe(`${path}?q=5`);
});
