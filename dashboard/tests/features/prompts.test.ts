// Decisions of the pages about prompts: variants, passages, lines of files, and requests.

import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";

import { failureOf } from "../../src/api/failure";
import { generationFailureWords } from "../../src/features/prompts/generation/failure_words";
import { formatOf } from "../../src/features/prompts/import/import_file";
import { fileProblem, reasonWords } from "../../src/features/prompts/import/reason_words";
import {
  NEW_PROMPT,
  editOf,
  formOf,
  piecesOf,
  variantOf,
  withPlaceholder,
} from "../../src/features/prompts/editor/prompt_form";
import type { Prompt } from "../../src/features/shared/prompts/queries";
import { daysSince, resultsOf, variantGroups, wilson } from "../../src/features/prompts/variants/variant_results";
import { showLanguage } from "../../src/words/language";

const prompt = (change: Partial<Prompt>): Prompt => ({
  id: "prm_1",
  siteId: "site_1",
  name: "Short",
  kind: "summary",
  text: "Sum up {{url}}.",
  platformIds: [],
  language: "*",
  source: "manual",
  status: "active",
  version: 1,
  model: null,
  generatedAt: null,
  variantGroup: null,
  weight: 100,
  warnings: [],
  createdAt: "2026-11-01T00:00:00Z",
  updatedAt: "2026-11-01T00:00:00Z",
  ...change,
});

describe("variants", () => {
  const [one, other] = [
    prompt({ id: "a", variantGroup: "g" }),
    prompt({ id: "b", variantGroup: "g", updatedAt: "2026-11-03T00:00:00Z" }),
  ];

  test("are a group of the prompts in use with one name and language, and know their last change", () => {
    const groups = variantGroups([
      other,
      one,
      prompt({ id: "c", variantGroup: "g", status: "draft" }),
      prompt({ id: "d", variantGroup: "g", language: "de" }),
      prompt({ id: "e" }),
    ]);
    expect(groups).toHaveLength(1);
    expect(groups[0]?.prompts.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(groups[0]?.changedAt).toBe("2026-11-03T00:00:00Z");
  });

  const verdicts = (asks: Record<string, number>, prompts = [one, other]) =>
    resultsOf(prompts, (id) => asks[id] ?? 0).map(({ verdict }) => verdict);

  test("are called better only where chance does not explain it", () => {
    expect(verdicts({ a: 14, b: 5 })).toEqual(["too_few", "too_few"]);
    expect(verdicts({ a: 60, b: 50 })).toEqual(["same", "same"]);
    expect(verdicts({ a: 90, b: 40 })).toEqual(["more", "less"]);
    // The variant's share of the asks equals its share of the traffic: three quarters.
    expect(verdicts({ a: 300, b: 100 }, [{ ...one, weight: 300 }, other])).toEqual(["same", "same"]);
    expect(resultsOf([one, other], () => 0).map(({ share }) => share)).toEqual([null, null]);
  });

  test("of more than two are held to a wider interval", () => {
    const third = prompt({ id: "c", variantGroup: "g" });
    expect(verdicts({ a: 60, b: 41, c: 41 }, [one, other, third])).toEqual(["same", "same", "same"]);
    expect(wilson(60, 142, 1.96).low).toBeGreaterThan(1 / 3);
  });

  test("are counted in whole days after the last change, in the site's zone", () => {
    const now = Date.parse("2026-11-22T12:00:00Z");
    expect(daysSince("2026-11-10T23:30:00Z", now, "Europe/Berlin")).toEqual({ from: "2026-11-12", to: "2026-11-22" });
    expect(daysSince("2026-11-22T08:00:00Z", now, "UTC")).toBeNull();
    expect(daysSince("2020-01-01T00:00:00Z", now, "UTC")).toEqual({ from: "2026-08-25", to: "2026-11-22" });
  });
});

describe("a text", () => {
  test("is cut at its findings by code points, and what cannot be seen is one place", () => {
    const text = "Größe 🚲? Remember us. Thanks.";
    expect(piecesOf(text, [{ start: 9, passage: "Remember us" }])).toEqual([
      { text: "Größe 🚲? ", finding: null },
      { text: "Remember us", finding: 0 },
      { text: ". Thanks.", finding: null },
    ]);
    expect(piecesOf("a\u200bb", [{ start: 1, passage: "U+200B" }]).map(({ text: piece }) => piece)).toEqual([
      "a",
      "\u200b",
      "b",
    ]);
  });

  test("gets a placeholder where the caret is", () => {
    expect(withPlaceholder("Sum up it.", 7, 9, "url")).toEqual({ text: "Sum up {{url}}.", caret: 14 });
  });
});

test("an edit sends what differs alone, so that a generated text stays one", () => {
  const form = formOf(prompt({}));
  expect(editOf(form, { ...form, name: "Shorter " })).toEqual({ name: "Shorter" });
  expect(editOf({ ...form, variantGroup: "g" }, form)).toEqual({ variantGroup: null });
  expect(variantOf(prompt({ name: "Short" }), "Short 2").variantGroup).toBe("Short");
  expect(NEW_PROMPT.language).toBe("*");
});

describe("a file", () => {
  test("has the format that its name or its content shows", () => {
    expect(["a.csv", "a.jsonl", "a.JSON"].map((name) => formatOf(name, ""))).toEqual(["csv", "ndjson", "json"]);
    expect(formatOf("a.txt", ' {"items":[]}')).toBe("json");
    expect(formatOf("a", "name,text")).toBe("csv");
  });
});

test("every failure of a generation has words in German", async () => {
  const sources = await Promise.all(
    [
      "domain/src/generation/mod",
      "jobs/src/generate/site_reader",
      "jobs/src/generate/model",
      "jobs/src/generate/page_task",
    ].map((name) => readFile(`../crates/${name}.rs`, "utf8")),
  );
  const codes = new Set(
    [
      ...sources
        .join("\n")
        .matchAll(/"((?:MODEL|SITE|ROBOTS)_[A-Z_]+|PROMPT_CHANGED|NO_QUESTIONS|NOTHING_TO_REPLACE)"/g),
    ].map(([, code]) => String(code)),
  );
  expect(codes.size).toBeGreaterThan(15);
  await showLanguage("de");
  expect(
    [...codes].filter((code) => generationFailureWords({ code, message: "As the API says." }) === "As the API says."),
  ).toEqual([]);
  await showLanguage("en");
  expect(generationFailureWords({ code: "SITE_UNREACHABLE", message: "The site's home page answered 404." })).toBe(
    "The site's home page answered 404.",
  );
});

test("every reason of an import is in the person's words, with the numbers that help", async () => {
  const long = { code: "TOO_LONG", path: "text", message: "text has 2140 characters; at most 2000 are allowed." };
  const placeholder = {
    code: "UNKNOWN_PLACEHOLDER",
    path: "text",
    message: "text has the unknown placeholder {{page}}.",
  };
  const twice = { code: "DUPLICATE", path: "platformIds[1]", message: "platformIds[1] repeats platformIds[0]." };
  expect(reasonWords(long)).toBe("This is too long: 2,140 characters. At most 2,000 are allowed.");
  expect(reasonWords(placeholder)).toBe("There is no placeholder {{page}}.");
  await showLanguage("de");
  expect(reasonWords(long)).toBe("Das ist zu lang: 2.140 Zeichen. Erlaubt sind höchstens 2.000.");
  expect(reasonWords(placeholder)).toContain("{{page}}");
  expect(reasonWords({ code: "STORED_AS_DRAFT", path: "status", message: "Stored as a draft." })).toMatch(
    /^Als Entwurf/,
  );
  for (const one of [long, placeholder, twice]) expect(reasonWords(one)).not.toBe(one.message);
  expect(reasonWords({ code: "SOMETHING_NEW", message: "text is odd." })).toBe("text is odd.");
  await showLanguage("en");
});

describe("a file that is refused as a whole", () => {
  const refusal = (status: number, code: string, details: object[]) =>
    failureOf(new Response(null, { status }), {
      error: { code, message: "As the API says.", docUrl: "", retryable: false, details },
    });

  test("says the line and what to do, for every code of the service's readers", async () => {
    const sources = await Promise.all(
      ["prompt_csv", "prompt_file", "import"].map((name) =>
        readFile(`../crates/api/src/resources/prompts/${name}.rs`, "utf8"),
      ),
    );
    const code = /wrong_(?:file|line)\((?:[^"]*?)(?:"[a-zA-Z]*", |&shown, |column, )"([A-Z_]+)"/g;
    const codes = new Set([...sources.join("\n").matchAll(code)].map(([, found]) => String(found)));
    expect(codes.size).toBeGreaterThanOrEqual(8);
    for (const language of ["en", "de"] as const) {
      await showLanguage(language);
      for (const one of [...codes, "INVALID_JSON", "INVALID_ENCODING"]) {
        const detail = { path: "name", code: one, message: "As the API says.", line: 3 };
        const words = fileProblem(refusal(422, "VALIDATION_FAILED", [detail]));
        expect(words, one).not.toBeNull();
        expect(words, one).not.toBe("As the API says.");
      }
    }
    await showLanguage("en");
    const broken = { path: "", code: "INVALID_JSON", message: "The body is not JSON: line 3, column 5.", line: 3 };
    expect(fileProblem(refusal(400, "BAD_REQUEST", [broken]))).toMatch(/^Line 3: .*JSON/);
    expect(fileProblem(refusal(413, "PAYLOAD_TOO_LARGE", []))).toMatch(/5 MiB/);
  });

  test("is not blamed for anything else", () => {
    expect(fileProblem(refusal(503, "UNAVAILABLE", []))).toBeNull();
    expect(fileProblem(null)).toBeNull();
  });
});
