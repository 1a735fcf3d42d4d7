/** Fills templates of labels and addresses. Prompts have other rules: see `prompt_text.ts`. */

/** Fills `{{name}}` in one pass, so that placeholders in values are not filled. */
export function fill(
  template: string,
  values: Readonly<Record<string, string>>,
  write: (text: string) => string = String,
): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => write(values[name] || ""));
}
