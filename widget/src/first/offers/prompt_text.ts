/**
 * The text of a prompt, filled as the server fills it. The semantics are described in
 * `crates/domain/src/prompts/text.rs`, and `testdata/prompt_text_cases.json` tests both. Never fills twice: a page's
 * title is text, even where it looks like a placeholder.
 */

/** The values of a prompt's placeholders. */
export interface PromptValues {
  readonly url?: string;
  readonly markdownUrl?: string;
  readonly title?: string;
  readonly siteName?: string;
  readonly language?: string;
}

/** The prompt as it is sent. */
export function fillPrompt(text: string, values: PromptValues): string {
  return text.replace(
    /\{\{(?:(url|markdownUrl|title)|siteName|language)\}\}/g,
    (whole, isAddress: string | undefined) =>
      cleanValue(values[whole.slice(2, -2) as keyof PromptValues]) || (isAddress ? cleanValue(values.url) : ""),
  );
}

/** The value on one line, without characters that could hide or reorder text. */
function cleanValue(value = ""): string {
  return value
    .replace(/[\u202a-\u202e\u2066-\u2069]|\udb40[\udc00-\udc7f]/g, "")
    .replace(/[\0-\x1f\x7f-\x9f]+/g, " ")
    .replace(/^ +| +$/g, "");
}
