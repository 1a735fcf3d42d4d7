// Creates a workbook (.xlsx) in the browser. Text is never a formula in it.

import { strToU8, zipSync } from "fflate";

import type { Cell } from "./csv_text";

export const WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** The maximum length of a text in a cell. */
const MAX_TEXT_CHARACTERS = 32_767;
/** The maximum length of a sheet's name, and the characters that are refused in it. */
const MAX_SHEET_NAME_CHARACTERS = 31;
const REFUSED_IN_SHEET_NAMES = /[[\]:*?/\\']/g;
const FIRST_COLUMN_WIDTH = 36;
const COLUMN_WIDTH = 20;
/** Days from December 30, 1899, from which spreadsheets count, to January 1, 1970. */
const EPOCH_DAYS = 25_569;
const DAY_MS = 86_400_000;
const SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** What a column holds. A moment is an RFC 3339 text, which is shown in UTC; a share is a part of 1. */
export type Kind = "text" | "number" | "share" | "moment";

export interface SheetContent {
  name: string;
  /** The first row, in bold type. */
  headings: readonly string[];
  /** The kind of each column; missing ones are text. */
  kinds: readonly Kind[];
  rows: readonly (readonly Cell[])[];
}

/** The cell formats, by their index in the styles. */
const PLAIN = 0;
const BOLD = 1;
const FORMATS: Readonly<Record<Kind, number>> = { text: PLAIN, number: PLAIN, share: 2, moment: 3 };

const STYLES = `${HEAD}<styleSheet xmlns="${SPREADSHEET}"><numFmts count="2"><numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" formatCode="yyyy-mm-dd hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** The text for XML, without characters that XML refuses. */
function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The letters of a column, from 0: A to Z, then AA. */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

function cellXml(value: Cell, reference: string, kind: Kind, format: number): string {
  if (value === null) return "";
  const moment = kind === "moment" && typeof value === "string" ? Date.parse(value) : NaN;
  const shown = Number.isNaN(moment) ? value : moment / DAY_MS + EPOCH_DAYS;
  if (typeof shown === "number") return `<c r="${reference}" s="${String(format)}"><v>${String(shown)}</v></c>`;
  const text = escaped(Array.from(shown).slice(0, MAX_TEXT_CHARACTERS).join(""));
  return `<c r="${reference}" s="${String(format)}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

function sheetXml({ headings, kinds, rows }: SheetContent): string {
  const row = (cells: readonly Cell[], index: number): string => {
    const inside = cells.map((value, column) => {
      const kind = index === 0 ? "text" : (kinds[column] ?? "text");
      return cellXml(value, `${letters(column)}${String(index + 1)}`, kind, index === 0 ? BOLD : FORMATS[kind]);
    });
    return `<row r="${String(index + 1)}">${inside.join("")}</row>`;
  };
  const width = (column: number): string =>
    `<col min="${String(column + 1)}" max="${String(column + 1)}" width="${String(column === 0 ? FIRST_COLUMN_WIDTH : COLUMN_WIDTH)}" customWidth="1"/>`;
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return `${HEAD}<worksheet xmlns="${SPREADSHEET}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${headings.map((_, column) => width(column)).join("")}</cols><sheetData>${[headings, ...rows].map(row).join("")}</sheetData></worksheet>`;
}

/** A workbook with these sheets. Their names must differ. */
export function workbookOf(sheets: readonly SheetContent[]): Uint8Array<ArrayBuffer> {
  const each = (xml: (number: string, sheet: SheetContent) => string): string =>
    sheets.map((sheet, index) => xml(String(index + 1), sheet)).join("");
  const sheetName = (name: string): string =>
    escaped(Array.from(name.replace(REFUSED_IN_SHEET_NAMES, "")).slice(0, MAX_SHEET_NAME_CHARACTERS).join(""));
  const styles = String(sheets.length + 1);
  const files = {
    "[Content_Types].xml": `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${CONTENT}.worksheet+xml"/>`)}</Types>`,
    "_rels/.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${HEAD}<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}"><sheets>${each((number, { name }) => `<sheet name="${sheetName(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each((number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${styles}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": STYLES,
    ...Object.fromEntries(
      sheets.map((sheet, index) => [`xl/worksheets/sheet${String(index + 1)}.xml`, sheetXml(sheet)]),
    ),
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(xml)])));
}
