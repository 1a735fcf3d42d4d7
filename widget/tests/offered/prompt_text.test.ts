// The text of a prompt is filled as on the server.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fillPrompt, type PromptValues } from "../../src/first/offers/prompt_text";

interface Case {
  readonly text: string;
  readonly values: PromptValues;
  readonly filled: string;
}

const file = new URL("../../../testdata/prompt_text_cases.json", import.meta.url);
const cases = JSON.parse(readFileSync(file, "utf8")) as Case[];

test("there are cases", () => {
  expect(cases.length).toBeGreaterThan(30);
});

test.each(cases)("a prompt is filled as it is on the server: $text", ({ text, values, filled }) => {
  expect(fillPrompt(text, values)).toBe(filled);
});
