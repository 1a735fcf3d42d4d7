/**
 * Language errors in every text that readers see: labels, and new sites' prompts. They are errors that an editor of
 * each language would change.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SERVED } from "../support/example_site";

interface BuiltIn {
  readonly name: string;
  readonly text: string;
}
const PROMPTS = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../crates/domain/data/built_in_prompts.json"), "utf8"),
) as Record<string, BuiltIn[]>;
/** Texts that are sent to an assistant. They may use a language's form for addressing machines. */
const SENT = ["questionRest", "ownRest"];

const labels = (language: string) => Object.entries(SERVED[language] ?? {}).map(([key, text]) => `${key}: ${text}`);
const said = (language: string) => labels(language).filter((text) => !SENT.some((key) => text.startsWith(key)));
const everything = (language: string) => [
  ...labels(language).map((text) => text.replace(/^\w+: /, "")),
  ...(PROMPTS[language] ?? []).flatMap(({ name, text }) => [name, text]),
];
const withFault = (texts: readonly string[], fault: RegExp) => texts.filter((text) => fault.test(text));

test("every language has all labels and all prompts", () => {
  const languages = ["ar", "de", "en", "es", "fr", "ja", "pt", "pt-PT"];
  expect(Object.keys(SERVED).sort()).toEqual(languages);
  expect(Object.keys(PROMPTS).sort()).toEqual(languages);
  for (const language of languages) {
    expect(Object.keys(SERVED[language] ?? {})).toEqual(Object.keys(SERVED.en ?? {}));
    expect(withFault(everything(language), /^\s|\s$| {2}|\.\.\.|"|'/)).toEqual([]);
  }
});

test("German speaks to its reader neither as du nor as Sie", () => {
  expect(withFault(said("de"), /\b(du|dich|dir|deine?\w*|Sie|Ihnen|Ihre?\w*|dein)\b/)).toEqual([]);
});

test("French has a narrow no-break space before high punctuation and within its quotation marks", () => {
  expect(withFault(everything("fr"), /[^\u202f][:;?!»](?!\/)|«(?!\u202f)/)).toEqual([]);
});

test("Spanish says what is done the same way everywhere", () => {
  expect(withFault(said("es"), /\bPregunta\b|\busted\b|\bsu pregunta\b/)).toEqual([]);
});

test("the Portuguese of Portugal is not that of Brazil, nor vice versa", () => {
  expect(withFault(everything("pt-PT"), /\b(aba|[Cc]ompartilhar|aplicativos|link|lendo|você|trecho)\b/)).toEqual([]);
  expect(withFault(everything("pt"), /\b(separador|[Pp]artilhar|ligação|a ler|numa?)\b/)).toEqual([]);
});

test("Japanese uses no European punctuation or spaces around words", () => {
  expect(withFault(everything("ja"), /[,;!?]|(?<!\}) (?=[\u3040-\u30ff\u4e00-\u9fff])|Markdownとして/)).toEqual([]);
});

test("Arabic asks with its own question mark", () => {
  expect(withFault(everything("ar"), /[?,;]/)).toEqual([]);
});
