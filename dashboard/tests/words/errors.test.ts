// Errors are shown in the person's language by their codes. Text sizes follow the person's setting.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, expect, test } from "vitest";

import { refusalWords, violationWords } from "../../src/words/errors";
import { policyWords } from "../../src/words/policy";
import { showLanguage } from "../../src/words/language";
import { warningWords } from "../../src/words/warnings";
import { i18n } from "../../src/words/i18n";

beforeEach(async () => {
  await showLanguage("de");
});

test("a refusal and a violation have German words by their codes", () => {
  expect(i18n.locale).toBe("de");
  expect(refusalWords("RATE_LIMITED", "Too many requests.")).toMatch(/Requests/);
  expect(violationWords({ code: "INVALID_ORIGIN", message: "allowedOrigins[0] must be an origin" })).toMatch(/Origin/);
  expect(refusalWords("CONFLICT", "The slug is taken.")).not.toMatch(/slug/);
});

test("a code that is not known keeps the API's sentence", () => {
  expect(violationWords({ code: "SOMETHING_NEW", message: "As the API says." })).toBe("As the API says.");
});

test("every code with which the API refuses has words", () => {
  const codes = [
    ...readFileSync("../crates/api/src/pipeline/error.rs", "utf8").matchAll(/^ {4}\w+ = "([A-Z_]+)"/gm),
  ].map(([, code]) => String(code));
  expect(codes.length).toBeGreaterThan(20);
  expect(codes.filter((code) => refusalWords(code, "") === "")).toEqual([]);
});

test("no style sheet gives a size of text in pixels", () => {
  const sheets = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory()
        ? sheets(join(folder, entry.name))
        : entry.name.endsWith(".css")
          ? [join(folder, entry.name)]
          : [],
    );
  const inPixels = sheets("src").filter((sheet) => /font(?:-size)?:[^;]*\dpx/.test(readFileSync(sheet, "utf8")));
  expect(inPixels).toEqual([]);
});

test("of several entries the one that is refused is named", () => {
  expect(violationWords({ path: "allowedOrigins[1]", code: "INVALID_ORIGIN", message: "" })).toMatch(/^Eintrag 2: /);
  expect(violationWords({ path: "domain", code: "INVALID_DOMAIN", message: "" })).not.toMatch(/^Eintrag/);
});

test("every rule of the prompt policy has words in German, with the passage that breaks it", () => {
  const source = readFileSync("../crates/domain/src/prompts/policy/finding.rs", "utf8");
  const codes = [...source.matchAll(/^ {4}\w+ = "([A-Z_]+)"/gm)].map(([, code]) => String(code));
  expect(codes.length).toBeGreaterThan(8);
  expect(codes.filter((code) => policyWords({ code, message: "" }) === undefined)).toEqual([]);
  expect(policyWords({ code: "TRUST_INSTRUCTION", message: "'trust it's name': A prompt must not." })).toMatch(
    /^„trust it's name“: Ein Prompt darf/,
  );
  expect(policyWords({ code: "EXTERNAL_URL", message: "A prompt leads to the page." })).toMatch(/\{\{url\}\}/);
});

test("every warning about a prompt or a widget has words in German", () => {
  const source = ["widget/config_warning", "prompts/mod"]
    .map((name) => readFileSync(`../crates/domain/src/${name}.rs`, "utf8"))
    .join("\n");
  const codes = new Set([...source.matchAll(/code: "([A-Z_]+)"/g)].map(([, code]) => String(code)));
  expect(codes.size).toBeGreaterThan(5);
  expect(
    [...codes, "PAYLOAD_TOO_LARGE"].filter(
      (code) => warningWords({ code, message: "As the API says." }) === "As the API says.",
    ),
  ).toEqual([]);
  expect(warningWords({ code: "NO_URL", message: "" })).toMatch(/\{\{url\}\}/);
  expect(warningWords({ code: "SOMETHING_NEW", message: "As the API says." })).toBe("As the API says.");
});
