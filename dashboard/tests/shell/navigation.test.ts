// The entries of the side bar.

import { expect, test } from "vitest";

import { ORGANIZATION_PAGES, SITE_PAGES } from "../../src/shell/navigation";

test("no two pages have the same letter", () => {
  const letters = [...SITE_PAGES, ...ORGANIZATION_PAGES].map(({ letter }) => letter);
  expect(letters).toEqual([...new Set(letters)]);
});
