// The first screen of citations. It has one sentence, the current clear changes, and the rate week by week.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import type { Schemas } from "../../../api/client";
import { ChartCard } from "../../../ui/charts/ChartCard";
import { Legend } from "../../../ui/charts/Legend";
import { NoteStart } from "../../../ui/charts/NoteMarks";
import { RateDrawing, type RatePlot } from "../../../ui/charts/RateDrawing";
import { usePlace } from "../../../shell/place";
import { Card } from "../../../ui/page/page";
import { Table } from "../../../ui/tables/Table";
import { useForms } from "../../../words/forms";
import { RateChange, unexplained, useChangeTitle } from "../../shared/citations/RateChange";
import { useChartFile } from "../../shared/files/chart_file";
import { useChartNotes } from "../../shared/notes/chart_notes";
import { weeksQuery } from "../queries";
import { OverallRate } from "./OverallRate";
import { ratePlot } from "./weekly_rates";
import styles from "./WeeklyRates.module.css";

const MAX_CHANGES = 4;

export function WeeklyRates({ siteId, summary }: { siteId: string; summary: Schemas["CitationSummary"] }) {
  const { t } = useLingui();
  return (
    <div className={styles.first}>
      <Card label={t`Overall`}>
        <OverallRate summary={summary} />
        <CurrentChanges changes={summary.changes} />
      </Card>
      <Weeks siteId={siteId} />
    </div>
  );
}

function CurrentChanges({ changes }: { changes: Schemas["CitationSummary"]["changes"] }) {
  const title = useChangeTitle();
  const shown = unexplained(changes).slice(0, MAX_CHANGES);
  if (shown.length === 0)
    return (
      <p className={styles.none}>
        <Trans>No clear change of a citation rate at the moment.</Trans>
      </p>
    );
  return (
    <ul className={styles.changes}>
      {shown.map((change) => (
        <li key={change.id}>
          {title(change)}
          <small>
            <RateChange change={change} />
          </small>
        </li>
      ))}
    </ul>
  );
}

function Weeks({ siteId }: { siteId: string }) {
  const { t } = useLingui();
  const forms = useForms();
  const title = useChangeTitle();
  const { data } = useQuery(weeksQuery(siteId));
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
        <div className={styles.waiting} />
      </Card>
    );
  return (
    <ChartCard
      title={name}
      end={<Trans>band: 95% interval, all engines</Trans>}
      onSave={onSave}
      numbers={<Numbers plot={plot} title={name} />}
    >
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
