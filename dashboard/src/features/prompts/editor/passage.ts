// Selects a passage in a text field, and moves the focus there.

interface Passage {
  start: number;
  passage: string;
}

/** `start` counts code points; the field's selection counts UTF-16 units. */
export function selectPassage(field: HTMLTextAreaElement | null, text: string, { start, passage }: Passage): void {
  if (field === null) return;
  const points = Array.from(text);
  const from = points.slice(0, start).join("").length;
  const length = points.slice(start, start + Array.from(passage).length).join("").length;
  field.focus();
  field.setSelectionRange(from, from + length);
}
