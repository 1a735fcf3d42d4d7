/** Templates of labels and addresses. Prompts have rules of their own: see `prompt_text.ts`. */

/** Fills `{{name}}` in a template, in one pass: what a value says is never filled. */
export function fill(template: string, values: Readonly<Record<string, string>>, write: (text: string) => string = String): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => write(values[name] || ""));
}
