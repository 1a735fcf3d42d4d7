// Stacked bars over time, with the previous period as a line. The same numbers are available as a table.

import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { ChartCard } from "./ChartCard";
import { Legend } from "./Legend";
import { NoteStart } from "./NoteMarks";
import { notesAt } from "./notes";
import table from "../tables/table.module.css";
import styles from "./SeriesChart.module.css";
import { sumAt, type Plot, type Series } from "./series";
import { SeriesDrawing } from "./SeriesDrawing";

interface SeriesChartProps extends Plot {
  title: string;
  end?: ReactNode;
  /** The name of the time unit: "Day", "Hour". */
  slotName: string;
  /** Makes a legend entry a link that filters. */
  link?: (series: Series, inside: ReactNode) => ReactNode;
  /** Saves the image of the chart as a file. */
  onSave: (title: string, image: Blob) => void;
  /** Opens the `href` of a series; not needed if no series has one. */
  onFollow?: (href: string) => void;
}

export function SeriesChart({ title, end, slotName, link, onSave, onFollow, ...plot }: SeriesChartProps) {
  return (
    <ChartCard
      title={title}
      end={end}
      onSave={onSave}
      numbers={<Numbers plot={plot} title={title} slotName={slotName} />}
    >
      <SeriesDrawing title={title} plot={plot} onFollow={onFollow ?? nowhere} />
      <Legend
        entries={plot.series.length < 2 ? [] : plot.series}
        line={plot.before === undefined ? undefined : { name: plot.before.name, isDotted: true }}
        link={link}
        end={<NoteStart notes={plot.notes} slots={plot.slots} />}
      />
    </ChartCard>
  );
}

function nowhere(): void {
  // Never called, because no series has a link.
}

function Numbers({ plot, title, slotName }: { plot: Plot; title: string; slotName: string }) {
  const { slots, series, before, form, notes } = plot;
  const isStacked = series.length > 1;
  const hasNotes = notes !== undefined && notes.notes.length > 0;
  return (
    <div className={styles.numbers} role="group" aria-label={title} tabIndex={0}>
      <table className={`${table.table} ${styles.dense}`}>
        <thead>
          <tr>
            <th scope="col">{slotName}</th>
            {isStacked
              ? series.map(({ id, name }) => (
                  <th key={id} scope="col">
                    {name}
                  </th>
                ))
              : null}
            <th scope="col">
              <Trans>All</Trans>
            </th>
            {before === undefined ? null : <th scope="col">{before.name}</th>}
            {hasNotes ? (
              <th scope="col">
                <Trans>Notes</Trans>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {slots.map(({ id, name }, slot) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {isStacked ? series.map(({ id: of, values }) => <td key={of}>{form(values[slot] ?? 0)}</td>) : null}
              <td>{form(sumAt(series, slot))}</td>
              {before === undefined ? null : (
                <td>{before.values[slot] === undefined ? "–" : form(before.values[slot])}</td>
              )}
              {hasNotes ? (
                <td>
                  {notesAt(notes, slot)
                    .map(({ text }) => text)
                    .join("; ")}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
