// The change log: read at build, new entries shown once after an update.

import { readFileSync } from "node:fs";

import { beforeEach, describe, expect, test, vi } from "vitest";

import { AUDIENCES, entriesOf, shownEntries } from "../../changelog.mjs";

const LOG = `# Changelog

What changed.

## Unreleased

The next version.

### For owners
* One thing, which goes on
  in a second line.
* Another.

### For operators
- A third, with \`code\`.

## 0.1.0

### For readers
* An old one.
`;

test("entries are read with all of their lines, newest first, each with its version and audience", () => {
  expect(entriesOf(LOG).map(({ version, audience, text }) => [version, audience, text])).toEqual([
    ["Unreleased", "owners", "One thing, which goes on in a second line."],
    ["Unreleased", "owners", "Another."],
    ["Unreleased", "operators", "A third, with `code`."],
    ["0.1.0", "readers", "An old one."],
  ]);
});

test("an edited entry gets another id, and no other entry does", () => {
  const ids = entriesOf(LOG).map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
  const edited = entriesOf(LOG.replace("Another.", "Another one.")).map(({ id }) => id);
  expect(edited.map((id, place) => id === ids[place])).toEqual([true, false, true, true]);
});

test("the dashboard shows entries for owners and about what readers see, and no others", () => {
  expect(shownEntries(LOG).map(({ text }) => text)).toEqual([
    "One thing, which goes on in a second line.",
    "Another.",
    "An old one.",
  ]);
});

test.each([
  ["an entry without an audience", "### For owners\n", "", /CHANGELOG.md:9: the entry is below none/],
  ["an unknown audience", "For owners", "Added", /CHANGELOG.md:9: "Added" is not one of/],
  ["an audience twice", "For operators", "For owners", /CHANGELOG.md:14: the headings of a version are in this order/],
  ["audiences in another order", "For operators", "For readers", /in this order/],
  ["a text that is not an entry", "* Another.", "Another.", /CHANGELOG.md:12: below the heading/],
  ["a version that is none", "## 0.1.0", "## next", /CHANGELOG.md:17: "next" is not a version/],
  ["the next version below others", "## 0.1.0", "## Unreleased", /CHANGELOG.md:17: "Unreleased" is not a version/],
])("%s is refused, with its line", (_, part, instead, message) => {
  expect(LOG).toContain(part);
  expect(() => entriesOf(LOG.replace(part, instead))).toThrow(message);
});

test("the first release has entries for each audience", () => {
  const entries = entriesOf(readFileSync("../CHANGELOG.md", "utf8"));

  const audiences = entries.filter(({ version }) => version === "0.1.0").map(({ audience }) => audience);
  for (const audience of Object.values(AUDIENCES)) expect(audiences).toContain(audience);
});

describe("an upgrade", () => {
  beforeEach(() => {
    vi.resetModules();
    localStorage.clear();
  });

  test("marks nothing as new at the first visit, and later entries until they were seen", async () => {
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
