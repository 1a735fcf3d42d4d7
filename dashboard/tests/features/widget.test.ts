// The widget's settings while they are edited: the request, changes, and frame messages.

import { expect, test } from "vitest";

import {
  bodyOf,
  customIdOf,
  draftOf,
  withMoved,
  newListId,
  ofKind,
  orderedPlatforms,
  type Draft,
} from "../../src/features/widget/draft";
import { heardIn } from "../../src/features/widget/preview/preview_page";
import { differences } from "../../src/features/widget/versions/settings";

const DRAFT: Draft = {
  enabled: true,
  placement: {
    mode: "inline",
    selector: "article",
    position: "after",
    includePaths: [],
    excludePaths: [],
    side: "end",
    offset: 16,
    hideForToday: true,
  },
  platforms: [
    { id: "chatgpt", enabled: true, label: null, promptId: null },
    { id: "claude", enabled: false, label: null, promptId: null },
  ],
  customPlatforms: [{ id: "c_house", label: "House AI", urlTemplate: "https://ai.example.com/?q={{prompt}}" }],
  social: [{ id: "x", enabled: true }],
  questions: { enabled: true, max: 3, own: true, items: [{ id: "q_01j8x0000000000000000000aa", text: "How long?" }] },
  intents: { enabled: true },
  menu: [
    {
      id: "m_01j8x0000000000000000000aa",
      kind: "link",
      label: "Discuss",
      url: "https://forum.example.com/",
      text: null,
    },
  ],
  markdown: { copy: true },
  theme: { preset: "auto", accent: "#3355ff", radius: 8, size: "md", layout: "row", marks: "mono" },
  labels: {},
  privacy: { track: true, respectDoNotTrack: true, showPromptPreview: true },
};
const TELLER = {
  nameOf: (id: string) => id.toUpperCase(),
  t: ({ message, id }: { message?: string; id: string }) => message ?? id,
};

test("what is read is what is sent, but for ids that only the page knows", () => {
  const view = { ...DRAFT, version: 3, updatedAt: "2026-06-15T12:00:00.000Z", warnings: [] };
  expect(bodyOf(draftOf(view))).toEqual(DRAFT);
  const id = newListId(DRAFT.questions.items);
  const added = {
    ...DRAFT,
    questions: { ...DRAFT.questions, items: [...DRAFT.questions.items, { id, text: "Why?" }] },
  };
  expect(bodyOf(added).questions?.items).toEqual([...DRAFT.questions.items, { text: "Why?" }]);
  expect(newListId(added.questions.items)).not.toBe(id);
  const [link] = DRAFT.menu;
  const sent = { kind: "markdown", label: "As Markdown", url: null, text: null } as const;
  const item = { id: newListId(DRAFT.menu), ...sent };
  expect(bodyOf({ ...DRAFT, menu: [item, ...DRAFT.menu] }).menu).toEqual([sent, link]);
});

test("an item is moved to its new place, and nowhere else", () => {
  expect(withMoved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(withMoved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  for (const [from, to] of [
    [0, -1],
    [2, 3],
    [7, 0],
  ] as const)
    expect(withMoved(["a", "b", "c"], from, to)).toEqual(["a", "b", "c"]);
});

test("an item of another kind has only the fields of that kind, and keeps what was typed where it fits", () => {
  const item = { id: "m_1", kind: "link", label: "Install", url: "https://example.com/", text: null } as const;
  const fields = (["editor", "command", "markdown", "preferred_source", "link"] as const).map((kind) => {
    const { id, label, url, text } = ofKind(item, kind);
    return [id, label, url, text];
  });
  expect(fields).toEqual([
    ["m_1", "Install", "https://example.com/", null],
    ["m_1", "Install", null, ""],
    ["m_1", "Install", null, null],
    ["m_1", "Install", null, null],
    ["m_1", "Install", "https://example.com/", null],
  ]);
});

test("a custom assistant gets an id that the service accepts and that nothing else has", () => {
  for (const label of ["House AI", "Ä Ö Ü", "人工知能", "x".repeat(80), "--"]) {
    const first = customIdOf(label, []);
    expect(first).toMatch(/^c_[a-z0-9_]{1,30}$/);
    const second = customIdOf(label, [first]);
    expect(second).toMatch(/^c_[a-z0-9_]{1,30}$/);
    expect(second).not.toBe(first);
  }
});

test("a custom assistant that is not listed is offered last, and listing it in that place is no change", () => {
  expect(orderedPlatforms(DRAFT).map(({ id }) => id)).toEqual(["chatgpt", "claude", "c_house"]);
  expect(differences(DRAFT, { ...DRAFT, platforms: orderedPlatforms(DRAFT) }, TELLER)).toEqual([]);
});

test("every setting that differs is named once, with both values in words", () => {
  const after: Draft = {
    ...DRAFT,
    theme: { ...DRAFT.theme, layout: "bar", accent: "#112233" },
    platforms: withMoved(DRAFT.platforms, 0, 1),
    questions: { ...DRAFT.questions, own: false },
  };
  const found = differences(DRAFT, after, TELLER).map(({ path, before, after: now }) => [path, before, now]);
  expect(found).toEqual([
    ["theme.layout", "Row", "Bar"],
    ["theme.accent", "#3355ff", "#112233"],
    ["platforms", "CHATGPT, CLAUDE (off), C_HOUSE", "CLAUDE (off), CHATGPT, C_HOUSE"],
    ["questions.own", "on", "off"],
  ]);
});

test("of what a frame says only a height and that it listens are heard", () => {
  expect(heardIn({ kind: "ready", more: 1 })).toEqual({ kind: "ready" });
  expect(heardIn({ kind: "size", height: 300, room: 200 })).toEqual({ kind: "size", height: 300, room: 200 });
  expect(heardIn({ kind: "size", height: 1e9, room: 0 })).toEqual({ kind: "size", height: 4000, room: 0 });
  for (const wrong of [
    null,
    "ready",
    {},
    { kind: "go" },
    { kind: "size" },
    { kind: "size", height: "300", room: 1 },
    { kind: "size", height: NaN, room: 0 },
    { kind: "size", height: -1, room: 0 },
  ]) {
    expect(heardIn(wrong)).toBeNull();
  }
});
