// Moves the focus to a passage of a text in a field.

interface Passage {
  start: number;
  passage: string;
}

/** Selects it. Findings count code points, fields count UTF-16 units. */
export function selectPassage(field: HTMLTextAreaElement | null, text: string, { start, passage }: Passage): void {
  if (field === null) return;
  const points = Array.from(text);
  const from = points.slice(0, start).join("").length;
  const length = points.slice(start, start + Array.from(passage).length).join("").length;
  field.focus();
  field.setSelectionRange(from, from + length);
}
