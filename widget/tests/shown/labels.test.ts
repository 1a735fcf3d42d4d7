// The labels of the widget in each language.

import { expect, test } from "vitest";
import { labelsFor } from "../../src/first/offers/labels";
import { SERVED } from "../support/example_site";

test("in every language the accessible name of the mail button contains its words", () => {
  expect(Object.keys(SERVED)).toEqual(expect.arrayContaining(["en", "de", "fr", "es", "pt", "ja", "ar"]));
  for (const { email = "?", shareByEmail = "" } of Object.values(SERVED)) {
    expect(shareByEmail.toLowerCase()).toContain(email.toLowerCase());
  }
});

test("a language has its own words, else its base language's, else English", () => {
  const all = { en: { title: "Ask", share: "Share it" }, pt: { title: "P", share: "Q" }, "pt-BR": { title: "B" } };
  expect(labelsFor(all, "pt-BR")("title")).toBe("B");
  expect(labelsFor(all, "pt-BR")("share")).toBe("Q");
  expect(labelsFor(all, "pt-PT")("title")).toBe("P");
  expect(labelsFor(all, "fi")("share")).toBe("Share it");
  expect(labelsFor(all, "fi")("title")).toBe("Ask");
});

test("what a name says is never filled", () => {
  expect(labelsFor(SERVED, "en")("askQuestionWith", { platform: "{{question}}", question: "Why?" })).toContain(
    "Ask {{question}}: Why?",
  );
});

test("names are kept apart from words that run from right to left, also in notes that are text alone, and never in what is sent", () => {
  const arabic = labelsFor(SERVED, "ar-EG");
  expect(arabic("pasteInto", { platform: "Gemini" })).toContain("\u2068Gemini\u2069");
  expect(arabic("shareOn", { network: "X" })).toContain("\u2068X\u2069");
  for (const sent of ["questionRest", "ownRest"] as const)
    expect(arabic(sent, { url: "u", title: "t" })).not.toMatch(/[\u2066-\u2069]/);
  expect(labelsFor(SERVED, "de")("pasteInto", { platform: "Gemini" })).not.toMatch(/[\u2066-\u2069]/);
});
