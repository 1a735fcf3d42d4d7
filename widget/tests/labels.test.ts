import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { labelsFor, type LabelKey } from "../src/labels";
import type { LabelTexts } from "../src/payload";

const file = new URL("../../crates/domain/data/labels.json", import.meta.url);
const served = JSON.parse(readFileSync(file, "utf8")) as Record<string, LabelTexts>;

test("the built-in words are the service's English, key by key", () => {
  const english = served.en ?? {};
  const builtIn = labelsFor({}, "en");
  const filled = (text: string) => text.replace(/\{\{\w+\}\}/g, "…");
  for (const [key, text] of Object.entries(english)) {
    expect(builtIn(key as LabelKey, { platform: "…", question: "…", network: "…" })).toBe(filled(text));
  }
  expect(Object.keys(english)).toHaveLength(17);
});

test("in every language the mail button's name stands in what a screen reader says of it", () => {
  expect(Object.keys(served)).toEqual(expect.arrayContaining(["en", "de", "fr", "es", "pt", "ja", "ar"]));
  for (const { email = "?", shareByEmail = "" } of Object.values(served)) {
    expect(shareByEmail.toLowerCase()).toContain(email.toLowerCase());
  }
});

test("a language has its own words, else its base language's, else English", () => {
  const all = { en: { share: "Share it" }, pt: { title: "P", share: "Q" }, "pt-BR": { title: "B" } };
  expect(labelsFor(all, "pt-BR")("title")).toBe("B");
  expect(labelsFor(all, "pt-BR")("share")).toBe("Q");
  expect(labelsFor(all, "pt-PT")("title")).toBe("P");
  expect(labelsFor(all, "fi")("share")).toBe("Share it");
  expect(labelsFor(all, "fi")("title")).toBe("Ask AI about this page");
});

test("what a name says is never filled", () => {
  expect(labelsFor({}, "en")("askQuestionWith", { platform: "{{question}}", question: "Why?" })).toContain(
    "Ask {{question}}: Why?",
  );
});
