// A file of prompts and its format.
// The service reads the file and names the line of each error.

export type FileFormat = "csv" | "json" | "ndjson";

export const MEDIA_TYPES: Readonly<Record<FileFormat, string>> = {
  csv: "text/csv",
  json: "application/json",
  ndjson: "application/x-ndjson",
};

/**
 * The format according to the file's extension; without a known extension, according to its content. Tables with tabs
 * (`.tsv`, `.txt`) are read like CSV.
 */
export function formatOf(name: string, text: string): FileFormat {
  const ending = /\.(csv|json|ndjson|jsonl)$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === "csv" || ending === "json" || ending === "ndjson") return ending;
  if (ending === "jsonl") return "ndjson";
  return /^\s*[{[]/.test(text) ? "json" : "csv";
}
