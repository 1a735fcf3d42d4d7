/** Templates of labels and addresses. Prompts have rules of their own: see `prompt_text.ts`. */

/** Fills `{{name}}` in a template, in one pass: placeholders in values are never filled. */
export function fill(template: string, values: Readonly<Record<string, string>>, write: (text: string) => string = String): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => write(values[name] || ""));
}
