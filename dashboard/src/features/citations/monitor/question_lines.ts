// Several questions in one field, one per line. Some are left out, with a reason.

/** Why a line is left out. */
export type LeftOut = "tracked" | "repeated" | "too_long";

export interface QuestionLine {
  /** Its number in the field, from 1. */
  number: number;
  text: string;
  leftOut?: LeftOut;
  /** The number of the line that has the same question. */
  sameAs?: number;
}

/** The API's maximum length of a question. */
export const MAX_QUERY_CHARACTERS = 500;

/** A question as it is compared with others: without case, punctuation at its end, and the number or mark of a pasted list. */
const compared = (text: string): string =>
  text
    .toLocaleLowerCase()
    .replace(/[\s?!.…]+$/u, "")
    .replace(/\s+/gu, " ");

/** The questions of a field, without empty lines. Marks and numbers of a pasted list are not part of a question. */
export function questionLines(field: string, tracked: readonly string[]): QuestionLine[] {
  const known = new Set(tracked.map(compared));
  const seen = new Map<string, number>();
  return field.split("\n").flatMap((line, place): QuestionLine[] => {
    const text = line
      .trim()
      .replace(/^(?:[-*•–]|\d{1,3}[.)])\s+/u, "")
      .replace(/^["“„«](.*)["”“»]$/u, "$1")
      .trim();
    if (text === "") return [];
    const number = place + 1;
    const key = compared(text);
    const sameAs = seen.get(key);
    seen.set(key, sameAs ?? number);
    if (known.has(key)) return [{ number, text, leftOut: "tracked" }];
    if (sameAs !== undefined) return [{ number, text, leftOut: "repeated", sameAs }];
    if (Array.from(text).length > MAX_QUERY_CHARACTERS) return [{ number, text, leftOut: "too_long" }];
    return [{ number, text }];
  });
}
