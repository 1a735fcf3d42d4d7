// Which texts are in which file, and that none is missing where it is shown.

import { describe, expect, test } from "vitest";

import { bringsWords, filesOf, missingWords } from "../../words_by_page/graph.mjs";
import { listed, textsIn } from "../../words_by_page/list.mjs";

const at = (path: string) => `/repository/src/${path}`;
const module = (words: number[], imports: string[] = [], later: string[] = []) => ({
  words: new Set(words),
  imports: imports.map(at),
  dynamicImports: later.map(at),
});
/** The frame with a dialog, and two pages that share a part; one has a sheet and opens a calendar. */
const graph = new Map(
  Object.entries({
    "main.tsx": module([0], ["shell/Shell.tsx"], ["features/pages/PagesPage.tsx", "features/rules/RulesPage.tsx"]),
    "shell/Shell.tsx": module([1], ["features/pages/search.ts"], ["shell/Palette.tsx"]),
    "shell/Palette.tsx": module([2, 0]),
    "features/pages/search.ts": module([]),
    "features/pages/PagesPage.tsx": module([3, 1], ["features/shared/Bar.tsx"], ["features/pages/PageSheet.tsx"]),
    "features/pages/PageSheet.tsx": module([4], ["features/shared/Files.tsx"]),
    "features/rules/RulesPage.tsx": module([5], ["features/shared/Bar.tsx"]),
    "features/shared/Bar.tsx": module([6], [], ["features/shared/Calendar.tsx"]),
    "features/shared/Calendar.tsx": module([7]),
    "features/shared/Files.tsx": module([8]),
  }).map(([path, one]) => [at(path), one]),
);
const entries = [at("main.tsx")];
const sorted = (files: ReadonlyMap<string, ReadonlySet<number>>) =>
  Object.fromEntries([...files].map(([name, words]) => [name, [...words].sort((one, other) => one - other)]));

describe("words by page", () => {
  test("a page has the texts of its folder and of what it shares, and none of the frame's", () => {
    const files = filesOf(graph, entries, "frame");
    expect(sorted(files)).toEqual({
      frame: [0, 1],
      Palette: [2],
      pages: [3, 4, 6, 8],
      rules: [5, 6],
      Calendar: [7],
    });
    expect(missingWords(graph, entries, "frame", files)).toEqual([]);
  });
  test("only what leaves the folder of a page brings its texts", () => {
    expect(bringsWords(at("router.tsx"), at("features/pages/PagesPage.tsx"))).toBe(true);
    expect(bringsWords(at("features/pages/PagesPage.tsx"), at("features/pages/PageSheet.tsx"))).toBe(false);
    expect(bringsWords(at("features/shared/Bar.tsx"), at("features/shared/Calendar.tsx"))).toBe(true);
  });
  test("every text that is left out of a file is found where it would be shown", () => {
    const files = filesOf(graph, entries, "frame");
    for (const [name, words] of files)
      for (const word of words) {
        const without = new Map([...files, [name, new Set([...words].filter((one) => one !== word))]]);
        expect(missingWords(graph, entries, "frame", without).join("\n")).toContain(`text ${String(word)},`);
      }
    // The frame opens a part of a page without the page.
    const opened = new Map([
      ...graph,
      [at("features/pages/search.ts"), module([], [], ["features/pages/PageSheet.tsx"])],
    ]);
    expect(missingWords(opened, entries, "frame", filesOf(opened, entries, "frame")).join("\n")).toContain("PageSheet");
  });
  test("a file of texts says how many are left out, and is read back", () => {
    expect(listed(["a", "b", "c", "d", "e"], new Set([4, 1, 2]))).toEqual([1, "b", "c", 1, "e"]);
    expect(textsIn(listed(["a", "b", "c", "d", "e"], new Set([4, 1, 2])))).toEqual({ 1: "b", 2: "c", 4: "e" });
  });
});
