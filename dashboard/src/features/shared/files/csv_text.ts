// Creates the text of a CSV file (RFC 4180) in the browser. For lists that the API does not return as CSV.

/**
 * The places where a spreadsheet may begin a cell and would run it as a formula. The API's downloads use the same rule
 * (<https://owasp.org/www-community/attacks/CSV_Injection>).
 */
const BEGINS_FORMULA = /(^|[;|\t\r\n])(?=[=+\-@\t\r\n＝＋－＠﹦﹢﹣﹫])/g;

export type Cell = string | number | null;

/** Puts an apostrophe before text that a spreadsheet would run as a formula. */
function cell(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const harmless = value.replace(BEGINS_FORMULA, "$1'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}
