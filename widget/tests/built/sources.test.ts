/** The structure of the sources: no folder too large, no circular imports. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const WIDGET = join(import.meta.dirname, "../..");
const MAX_FILES = 16;
const sources = readdirSync(join(WIDGET, "src"), { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".ts"),
);

/** The imports of each file, including types, static and dynamic. */
const imports = new Map(
  sources.map((name) => {
    const path = join(WIDGET, "src", name);
    const specifiers = [...readFileSync(path, "utf8").matchAll(/\b(?:from|import)\b\s*\(?"(\.[^"]+)"/g)].map(
      ([, specifier = ""]) => specifier,
    );
    return [
      name,
      specifiers.map(
        (specifier) => `${relative(join(WIDGET, "src"), join(dirname(path), specifier)).replace(/\.js$/, "")}.ts`,
      ),
    ];
  }),
);

/** A chain of imports from `name` back to itself; empty if no chain exists. */
function circleFrom(name: string, way: readonly string[] = [name], seen = new Set<string>()): readonly string[] {
  for (const next of imports.get(way.at(-1) ?? "") ?? []) {
    if (next === name) return [...way, next];
    if (seen.has(next)) continue;
    seen.add(next);
    const found = circleFrom(name, [...way, next], seen);
    if (found.length) return found;
  }
  return [];
}

test("every import is of a file that exists", () => {
  for (const [name, needed] of imports)
    for (const other of needed) expect(sources, `${name} imports ${other}`).toContain(other);
  expect([...imports.values()].flat().length).toBeGreaterThan(100);
});

test("no file imports itself over others, not even for its types", () => {
  expect(sources.map((name) => circleFrom(name).join(" → ")).filter(Boolean)).toEqual([]);
});

test.each(["src", "tests"])("no folder of %s has more than sixteen files", (root) => {
  const files = readdirSync(join(WIDGET, root), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const counts = new Map<string, number>();
  for (const { parentPath } of files) counts.set(parentPath, (counts.get(parentPath) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
});
