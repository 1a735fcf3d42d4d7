// The change log: read at build, new entries shown once after an update.

import { beforeEach, describe, expect, test, vi } from "vitest";

import { entriesOf } from "../../changelog.mjs";

const LOG = `# Changelog

What changed.

## Unreleased

The first version.

### Added
* One thing, which goes on
  in a second line.
* Another.

### Fixed
- A third, with \`code\`.

## 0.1.0
* An old one.
`;

test("entries are read with all of their lines, newest first, each with an id of its words", () => {
  const entries = entriesOf(LOG);
  expect(entries.map(({ text }) => text)).toEqual([
    "One thing, which goes on in a second line.",
    "Another.",
    "A third, with `code`.",
    "An old one.",
  ]);
  expect(entries.map(({ section }) => section)).toEqual(["Added", "Added", "Fixed", ""]);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(4);
  expect(
    entriesOf(LOG.replace("Another.", "Another one."))
      .map(({ id }) => id)
      .filter((id) => entries.some((entry) => entry.id === id)),
  ).toHaveLength(3);
});

describe("an upgrade", () => {
  beforeEach(() => {
    vi.resetModules();
    localStorage.clear();
  });

  test("is nothing to a newcomer, and what came since the last visit is told until it was", async () => {
    const first = await import("../../src/shell/notices/seen_changes");
    const { ids } = await import("virtual:changelog-ids");
    expect(first.unseenIds().size).toBe(0);
    expect(localStorage.getItem("askline.changes")?.split(" ")).toEqual(ids);

    localStorage.setItem("askline.changes", ids.slice(2).join(" "));
    vi.resetModules();
    const next = await import("../../src/shell/notices/seen_changes");
    expect([...next.unseenIds()]).toEqual(ids.slice(0, 2));
    next.markSeen();
    vi.resetModules();
    expect((await import("../../src/shell/notices/seen_changes")).unseenIds().size).toBe(0);
  });
});
