// A file of prompts: its format, and the line of each item.

export type FileFormat = "csv" | "json" | "ndjson";

export const MEDIA_TYPES: Readonly<Record<FileFormat, string>> = {
  csv: "text/csv",
  json: "application/json",
  ndjson: "application/x-ndjson",
};

/** The format according to the file's extension; without a known extension, according to its content. */
export function formatOf(name: string, text: string): FileFormat {
  const ending = /\.(csv|json|ndjson|jsonl)$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === "csv" || ending === "json" || ending === "ndjson") return ending;
  if (ending === "jsonl") return "ndjson";
  return /^\s*[{[]/.test(text) ? "json" : "csv";
}

/** The line of each item, from 1, as in a text editor. Null for JSON, whose items do not correspond to lines. */
export function linesOf(form: FileFormat, text: string): number[] | null {
  if (form === "json") return null;
  const starts = form === "csv" ? csvRecords(text).slice(1) : lineStarts(text);
  return starts.filter(({ isBlank }) => !isBlank).map(({ line }) => line);
}

interface Start {
  line: number;
  isBlank: boolean;
}

function lineStarts(text: string): Start[] {
  return text.split(/\r\n|\n|\r/).map((line, place) => ({ line: place + 1, isBlank: line.trim() === "" }));
}

/**
 * The start of each record (RFC 4180). A line break within quotes does not end a record. A record whose cells are all
 * empty is blank.
 */
function csvRecords(text: string): Start[] {
  const found: Start[] = [];
  let [line, begin, isQuoted, isBlank, isBegun] = [1, 1, false, true, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    isBegun = true;
    if (character === '"') isQuoted = !isQuoted;
    else if (character === "\n" || character === "\r") {
      if (character === "\r" && text[at + 1] === "\n") at += 1;
      line += 1;
      if (!isQuoted) {
        found.push({ line: begin, isBlank });
        [begin, isBlank, isBegun] = [line, true, false];
      }
    } else if (character !== "," || isQuoted) isBlank = false;
  }
  if (isBegun) found.push({ line: begin, isBlank });
  return found;
}
