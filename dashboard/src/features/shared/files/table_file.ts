// A table as CSV, or as a workbook with "About this file".

import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

import { csvOf, type Cell } from "./csv_text";
import { fileName, saveFile, spanOf, type Days } from "./saved_file";
import { WORKBOOK_TYPE, workbookOf, type Kind } from "./workbook";

const BYTE_ORDER_MARK = "\ufeff";
/** The number of decimals of a share; a percentage then has four. The API's files have as many. */
const SHARE_DIGITS = 6;
/** The number of decimals of other numbers. */
const NUMBER_DIGITS = 2;

export interface Column<Row> {
  /** The words of the screen. */
  heading: string;
  /** What the column holds, if its heading alone does not say it. */
  meaning?: string;
  /** `text` if omitted. */
  kind?: Kind;
  of: (row: Row) => Cell;
}

/** What a file contains. */
export interface FileFacts {
  /** The site, organization or account. */
  owner: string;
  /** The table, as it is named in the middle of a file name. */
  content: string;
  /** The days that were counted; without them, the file is named by the day of its download. */
  days?: Days | undefined;
  /** The time zone of the days. */
  timezone?: string | undefined;
  /** The filters that the rows match: their names and values, in words. */
  filters?: readonly (readonly [string, string])[] | undefined;
  /** When it is created. */
  now: Date;
}

/** The cell as a file has it: without meaningless decimals, and with times in UTC. */
function cellFor(kind: Kind, value: Cell): Cell {
  if (typeof value !== "number") return value;
  const scale = 10 ** (kind === "share" ? SHARE_DIGITS : NUMBER_DIGITS);
  return Math.round(value * scale) / scale;
}

/** `2026-11-29 07:15:00`, which spreadsheets read as a time. */
function spelled(value: Cell): Cell {
  const at = typeof value === "string" ? Date.parse(value) : NaN;
  return Number.isNaN(at) ? value : new Date(at).toISOString().slice(0, 19).replace("T", " ");
}

function headingOf<Row>({ heading, kind }: Column<Row>): string {
  return kind === "moment" ? `${heading} (UTC)` : heading;
}

/** The text of a table as CSV. */
export function tableCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = rows.map((row) =>
    columns.map(({ kind = "text", of }) => {
      const value = cellFor(kind, of(row));
      return kind === "moment" ? spelled(value) : value;
    }),
  );
  return csvOf([columns.map(headingOf), ...cells]);
}

/** The rows of the sheet that explains the file. */
export function aboutRows<Row>(i18n: I18n, facts: FileFacts, columns: readonly Column<Row>[]): [string, string][] {
  const { owner, content, days, timezone, filters = [], now } = facts;
  return [
    [i18n._(msg`Belongs to`), owner],
    [i18n._(msg`Content`), content],
    ...(days === undefined ? [] : [[i18n._(msg`Period`), spanOf(i18n, days)] as [string, string]]),
    ...(timezone === undefined ? [] : [[i18n._(msg`Time zone of the days`), timezone] as [string, string]]),
    ...filters.map(([name, value]): [string, string] => [i18n._(msg`Filter: ${name}`), value]),
    ...(filters.length === 0 ? [[i18n._(msg`Filters`), i18n._(msg`none`)] as [string, string]] : []),
    [i18n._(msg`Downloaded (UTC)`), String(spelled(now.toISOString()))],
    ...columns.map((column): [string, string] => {
      const name = headingOf(column);
      return [i18n._(msg`Column: ${name}`), column.meaning ?? column.heading];
    }),
  ];
}

/** Saves a table. `days` are in its name, otherwise the current day. */
export function saveTable<Row>(
  i18n: I18n,
  format: "csv" | "xlsx",
  facts: FileFacts,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): void {
  const days = facts.days === undefined ? facts.now.toISOString().slice(0, 10) : spanOf(i18n, facts.days);
  const name = `${fileName(facts.owner, facts.content, days)}.${format}`;
  if (format === "csv") {
    saveFile(name, [BYTE_ORDER_MARK, tableCsv(columns, rows)], "text/csv;charset=utf-8");
    return;
  }
  const kinds = columns.map(({ kind = "text" }) => kind);
  const table = {
    name: facts.content,
    headings: columns.map(headingOf),
    kinds,
    rows: rows.map((row) => columns.map(({ kind = "text", of }) => cellFor(kind, of(row)))),
  };
  const about = {
    name: i18n._(msg`About this file`),
    headings: [i18n._(msg`About this file`), ""],
    kinds: [],
    rows: aboutRows(i18n, facts, columns),
  };
  saveFile(name, [workbookOf([table, about])], WORKBOOK_TYPE);
}
