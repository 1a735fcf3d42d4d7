// Several questions in one field: which of them will be tracked.

import { expect, test } from "vitest";

import { questionLines } from "../../../src/features/citations/monitor/question_lines";

const read = (field: string, tracked: readonly string[] = []) =>
  questionLines(field, tracked).map(({ number, text, leftOut, sameAs }) =>
    [number, text, leftOut, sameAs].filter((part) => part !== undefined).join(" | "),
  );

test("each line is a question, without the marks of a pasted list", () => {
  expect(
    read("Which bell is loud enough?\n\n  - Are e-bikes allowed?\n3. Which lock?\n“Which bag?”\n7 bikes for a family?"),
  ).toEqual([
    "1 | Which bell is loud enough?",
    "3 | Are e-bikes allowed?",
    "4 | Which lock?",
    "5 | Which bag?",
    "6 | 7 bikes for a family?",
  ]);
  expect(read(" \r\n\n")).toEqual([]);
  expect(read("One?\r\nTwo?\r\n")).toEqual(["1 | One?", "2 | Two?"]);
});

test("a line that is tracked, repeated or too long is left out with its reason", () => {
  const long = "x".repeat(501);
  expect(
    read(`Which gear ratio?\nhow do hub gears compare\nHow do  hub gears compare?\n${long}`, ["which gear ratio"]),
  ).toEqual([
    "1 | Which gear ratio? | tracked",
    "2 | how do hub gears compare",
    "3 | How do  hub gears compare? | repeated | 2",
    `4 | ${long} | too_long`,
  ]);
  expect(read("𝒳".repeat(500))).toEqual([`1 | ${"𝒳".repeat(500)}`]);
});
