// Stacked bars over time, with the previous period as a line. The same numbers are available as a table.

import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { ChartCard } from "./ChartCard";
import { Legend } from "./Legend";
import { NoteStart } from "./NoteMarks";
import { notesAt } from "./notes";
import { Table } from "../tables/Table";
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
  const { t } = useLingui();
  const isStacked = series.length > 1;
  return (
    <div className={styles.numbers} role="group" aria-label={title} tabIndex={0}>
      <Table
        className={styles.dense}
        isInScrollBox
        rows={slots.map((slot, place) => ({ ...slot, place }))}
        idOf={({ id }) => id}
        columns={[
          { head: slotName, cell: ({ name }) => name },
          ...(isStacked ? series : []).map(({ name, values }) => ({
            head: name,
            cell: ({ place }: { place: number }) => form(values[place] ?? 0),
          })),
          { head: t`All`, cell: ({ place }) => form(sumAt(series, place)) },
          before === undefined
            ? null
            : {
                head: before.name,
                cell: ({ place }) => (before.values[place] === undefined ? "–" : form(before.values[place])),
              },
          notes === undefined || notes.notes.length === 0
            ? null
            : {
                head: t`Notes`,
                cell: ({ place }) =>
                  notesAt(notes, place)
                    .map(({ text }) => text)
                    .join("; "),
              },
        ]}
      />
    </div>
  );
}
