// The dashboard's one table. Columns are data: what each shows, from which width on, and how it sorts.

import { Trans } from "@lingui/react/macro";
import { memo, type CSSProperties, type ReactNode, type Ref } from "react";

import table from "./table.module.css";

/** How the cells of a column are set: */
const KINDS = {
  /** figures and short texts, at the end of the column; */
  figure: undefined,
  /** texts, at the beginning of the column; */
  text: table.start,
  /** times, at the end and on one line where there is room; */
  time: table.time,
  /** a menu of actions, whose head is for screen readers alone. */
  menu: table.menu,
} as const;

/** The width of the window in pixels from which on a column is shown. Less important columns need more. */
const FROM = { 640: table.wide, 900: table.roomy, 1024: table.roomiest } as const;

/** `sortedBy` makes it. */
export interface Sort {
  /** How the rows are sorted by this column now, if they are. */
  now: "ascending" | "descending" | undefined;
  link: (words: ReactNode) => ReactNode;
}

export interface Column<Row> {
  /** Its words. Without any in all columns, the table has no heads. */
  head?: ReactNode;
  /** The head above this column and its neighbors with the same words. */
  group?: ReactNode;
  cell: (row: Row) => ReactNode;
  kind?: keyof typeof KINDS;
  from?: keyof typeof FROM;
  /** Of the head and the cells. */
  className?: string | undefined;
  /** Of the cells alone. */
  cellClass?: string | undefined;
  sort?: Sort;
  title?: (row: Row) => string | undefined;
  data?: (row: Row) => Record<`data-${string}`, string | undefined>;
}

/** Left out columns may be `null`. */
export type Columns<Row> = readonly (Column<Row> | null)[];

/** The rows in view of a table that is too long for the document. */
interface View {
  ref: Ref<HTMLTableElement>;
  /** The number of all rows; null if it is not known. */
  total: number | null;
  /** The place of the first row in view, from zero. */
  first: number;
  /** The heights of the rows before and after those in view. */
  beforePx: number;
  afterPx: number;
}

interface RowAttributes {
  className?: string | undefined;
  title?: string | undefined;
  style?: CSSProperties;
  "data-shown"?: boolean | undefined;
}

interface TableProps<Row> {
  columns: Columns<Row>;
  rows: readonly Row[];
  idOf: (row: Row, place: number) => string;
  attributes?: (row: Row) => RowAttributes;
  /** The cells of a row of sums. */
  foot?: readonly ReactNode[];
  label?: string;
  caption?: ReactNode;
  /** Added to the look of all tables. */
  className?: string | undefined;
  /** Replaces the look of all tables; empty if the place of the table sets its look. */
  look?: string | undefined;
  /** Whether the rows are those of an earlier question. */
  isStale?: boolean;
  /** Whether narrow windows place the cells differently: without explicit roles they would no longer be a table. */
  isReflowed?: boolean;
  /** Whether the table is in a box that scrolls, such as the numbers of a chart. */
  isInScrollBox?: boolean;
  "data-narrow"?: string | undefined;
  "data-sort"?: string | undefined;
  view?: View;
}

/** A row's link with the class `table.cover` covers the whole row. */
export function Table<Row>({
  columns: all,
  rows,
  idOf,
  attributes,
  foot,
  label,
  caption,
  className,
  look = table.table,
  isStale = false,
  isReflowed = false,
  isInScrollBox = look !== table.table,
  view,
  ...data
}: TableProps<Row>) {
  const columns = shownOf(all);
  const role = isReflowed ? roles : noRoles;
  const drawn = (
    <table
      {...data}
      ref={view?.ref}
      className={joined(look, className)}
      aria-label={label}
      aria-rowcount={view === undefined ? undefined : view.total === null ? -1 : view.total + 1}
      data-stale={isStale || undefined}
      {...role("table")}
    >
      {caption === undefined ? null : <caption>{caption}</caption>}
      <Head columns={columns} role={role} isCounted={view !== undefined} />
      <tbody {...role("rowgroup")}>
        <Spacer heightPx={view?.beforePx} />
        {rows.map((row, place) => (
          <BodyRow
            key={idOf(row, place)}
            columns={all as Columns<unknown>}
            row={row}
            attributes={attributes as BodyRowProps["attributes"]}
            index={view === undefined ? undefined : view.first + place + 2}
            role={role}
          />
        ))}
        <Spacer heightPx={view?.afterPx} />
      </tbody>
      {foot === undefined ? null : <Foot cells={foot} />}
    </table>
  );
  if (isInScrollBox) return drawn;
  // As a last resort the table scrolls, and never the page. A journey finds tables that do.
  return (
    <div className={table.frame} data-frame="">
      {drawn}
    </div>
  );
}

type Role = (name: string) => { role?: string };
const roles: Role = (role) => ({ role });
const noRoles: Role = () => ({});

function shownOf<Row>(columns: Columns<Row>): Column<Row>[] {
  return columns.filter((column) => column !== null);
}

function joined(...names: readonly (string | undefined)[]): string | undefined {
  const set = names.filter((name) => name !== undefined && name !== "").join(" ");
  return set === "" ? undefined : set;
}

function classOf<Row>({ kind = "figure", from, className }: Column<Row>): string | undefined {
  return joined(KINDS[kind], from === undefined ? undefined : FROM[from], className);
}

interface HeadProps<Row> {
  columns: readonly Column<Row>[];
  role: Role;
  isCounted: boolean;
}

function Head<Row>({ columns, role, isCounted }: HeadProps<Row>) {
  if (columns.every(({ head, kind }) => head === undefined && kind !== "menu")) return null;
  const hasGroups = columns.some(({ group }) => group !== undefined);
  const cell = (column: Column<Row>, place: number) => (
    <HeadCell key={place} column={column} role={role} rows={hasGroups && column.group === undefined ? 2 : undefined} />
  );
  return (
    <thead {...role("rowgroup")}>
      <tr aria-rowindex={isCounted ? 1 : undefined} {...role("row")}>
        {columns.map((column, place) =>
          column.group === undefined ? (
            cell(column, place)
          ) : column.group === columns[place - 1]?.group ? null : (
            <th key={place} scope="colgroup" colSpan={columns.filter(({ group }) => group === column.group).length}>
              {column.group}
            </th>
          ),
        )}
      </tr>
      {hasGroups ? (
        <tr>{columns.map((column, place) => (column.group === undefined ? null : cell(column, place)))}</tr>
      ) : null}
    </thead>
  );
}

function HeadCell<Row>({ column, role, rows }: { column: Column<Row>; role: Role; rows: number | undefined }) {
  const { head, kind, sort } = column;
  const words =
    kind === "menu" ? (
      <span className={table.unseen}>
        <Trans>Actions</Trans>
      </span>
    ) : (
      head
    );
  return (
    <th scope="col" rowSpan={rows} className={classOf(column)} aria-sort={sort?.now} {...role("columnheader")}>
      {sort === undefined ? words : sort.link(words)}
    </th>
  );
}

interface BodyRowProps {
  columns: Columns<unknown>;
  row: unknown;
  attributes: ((row: unknown) => RowAttributes) | undefined;
  index: number | undefined;
  role: Role;
}

/** Memoized: rows that stay in view are not drawn again when others are added, if the columns are the same object. */
const BodyRow = memo(function BodyRow({ columns, row, attributes, index, role }: BodyRowProps) {
  return (
    <tr aria-rowindex={index} {...attributes?.(row)} {...role("row")}>
      {shownOf(columns).map((column, place) => {
        const { cell, cellClass, title, data } = column;
        const shared = { className: joined(classOf(column), cellClass), title: title?.(row), ...data?.(row) };
        return place === 0 ? (
          <th key={place} scope="row" {...shared} {...role("rowheader")}>
            {cell(row)}
          </th>
        ) : (
          <td key={place} {...shared} {...role("cell")}>
            {cell(row)}
          </td>
        );
      })}
    </tr>
  );
});

/**
 * Fills the height of rows that are not in the document. A single cell in the first column, because a cell that spans
 * hidden columns would show them.
 */
function Spacer({ heightPx = 0 }: { heightPx?: number | undefined }) {
  return heightPx <= 0 ? null : (
    <tr aria-hidden="true">
      <td className={table.gap} style={{ height: heightPx }} />
    </tr>
  );
}

function Foot({ cells: [first, ...others] }: { cells: readonly ReactNode[] }) {
  return (
    <tfoot>
      <tr>
        <th scope="row">{first}</th>
        {others.map((cell, place) => (
          <td key={place}>{cell}</td>
        ))}
      </tr>
    </tfoot>
  );
}
