// Citation rates week by week: all engines with their interval, and each engine.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";

import { usePlace } from "../../../shell/place";
import { ChartCard } from "../../../ui/charts/ChartCard";
import { Legend } from "../../../ui/charts/Legend";
import { NoteStart } from "../../../ui/charts/NoteMarks";
import { RateDrawing, type RatePlot } from "../../../ui/charts/RateDrawing";
import { NotLoaded } from "../../../ui/loading/Loaded";
import { Card } from "../../../ui/page/page";
import { Table } from "../../../ui/tables/Table";
import { useForms } from "../../../words/forms";
import { useChartFile } from "../files/chart_file";
import { useChartNotes } from "../notes/chart_notes";
import { useChangeTitle } from "./RateChange";
import { ratePlot } from "./weekly_rates";
import { weeksQuery } from "./weeks_query";
import styles from "./WeeklyChart.module.css";

/** `above` is shown between the title and the drawing. */
export function WeeklyChart({ siteId, above }: { siteId: string; above?: ReactNode }) {
  const { t } = useLingui();
  const forms = useForms();
  const title = useChangeTitle();
  const { data, error, refetch } = useQuery(weeksQuery(siteId));
  const [first, last] = [data?.seriesByWeek[0]?.from, data?.seriesByWeek.at(-1)?.to];
  const onSave = useChartFile(first === undefined || last === undefined ? undefined : { from: first, to: last });
  const plot = useMemo(
    () => (data === undefined ? null : ratePlot(data, forms, { all: t`All engines`, title })),
    // `title` changes only with the language, and then `forms` does.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [data, forms],
  );
  const dates = useMemo(() => data?.seriesByWeek.map(({ from }) => from) ?? [], [data]);
  const { timezone } = usePlace().site ?? {};
  const { notes, dialog } = useChartNotes(
    siteId,
    first === undefined || last === undefined || timezone === undefined
      ? undefined
      : { from: first, to: last, timezone },
    { dates, interval: "week" },
  );
  const name = t`Citation rate by week`;
  if (plot === null)
    return (
      <Card title={name}>
        {above}
        {error === null ? <div className={styles.waiting} /> : <NotLoaded error={error} refetch={refetch} />}
      </Card>
    );
  return (
    <ChartCard
      title={name}
      end={<Trans>band: 95% interval, all engines</Trans>}
      onSave={onSave}
      numbers={<Numbers plot={plot} title={name} />}
    >
      {above}
      <RateDrawing title={name} plot={{ ...plot, notes }} />
      <Legend
        entries={plot.lines}
        line={{ name: plot.whole.name, isDotted: false }}
        end={<NoteStart notes={notes} slots={plot.slots} />}
      />
      {dialog}
    </ChartCard>
  );
}

function Numbers({ plot: { slots, lines, whole, form }, title }: { plot: RatePlot; title: string }) {
  const { t } = useLingui();
  const cell = (rate: number | null | undefined) => (rate === null || rate === undefined ? "–" : form(rate));
  return (
    <div className={styles.numbers} role="group" aria-label={title} tabIndex={0}>
      <Table
        isInScrollBox
        rows={slots.map((slot, place) => ({ ...slot, place, interval: whole.intervals[place] ?? null }))}
        idOf={({ id }) => id}
        columns={[
          { head: t`Week`, cell: ({ name }) => name },
          { head: whole.name, cell: ({ place }) => cell(whole.values[place]) },
          {
            head: t`95% interval`,
            cell: ({ interval }) => (interval === null ? "–" : `${form(interval.low)}–${form(interval.high)}`),
          },
          ...lines.map(({ name, values }) => ({
            head: name,
            cell: ({ place }: { place: number }) => cell(values[place]),
          })),
        ]}
      />
    </div>
  );
}
