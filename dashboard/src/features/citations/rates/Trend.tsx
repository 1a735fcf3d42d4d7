// A chart by day: the number of answers, and how many cite the site. A run counts on the day of its first answer.

import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";

import type { Schemas } from "../../../api/client";
import type { Plot } from "../../../ui/charts/series";
import { SeriesChart } from "../../../ui/charts/SeriesChart";
import { useForms } from "../../../words/forms";
import { useChartFile } from "../../shared/files/chart_file";
import { useChartNotes } from "../../shared/notes/chart_notes";
import { slotsOf } from "../../shared/analytics/slots";
import { ENGINE_NAMES } from "../../shared/citations/engines";

interface TrendProps {
  siteId: string;
  /** The days, over all engines. */
  series: readonly Schemas["CitationDay"][];
  /** The same days for the selected engine. */
  ofEngine: Schemas["EngineTrend"] | undefined;
  timezone: string;
}

export function Trend({ siteId, series, ofEngine, timezone }: TrendProps) {
  const { t } = useLingui();
  const forms = useForms();
  const dates = useMemo(() => series.map(({ date }) => date), [series]);
  const [first, last] = [dates[0], dates.at(-1)];
  const range = first === undefined || last === undefined ? undefined : { from: first, to: last, timezone };
  const { notes, dialog } = useChartNotes(siteId, range, { dates, interval: "day" });
  const plot = useMemo((): Plot => {
    const samples = ofEngine?.samples ?? series.map((day) => day.samples);
    const cited = ofEngine?.citedCounts ?? series.map((day) => day.citedCount);
    return {
      slots: slotsOf(dates, "day", timezone, forms),
      series: [
        { id: "cited", name: t`Cited`, color: 1, values: cited },
        { id: "rest", name: t`Not cited`, color: null, values: samples.map((count, day) => count - (cited[day] ?? 0)) },
      ],
      isWhole: true,
      form: forms.number,
    };
  }, [series, dates, ofEngine, timezone, forms, t]);
  const onSave = useChartFile(range);
  const name = ofEngine === undefined ? null : ENGINE_NAMES[ofEngine.engine];
  return (
    <>
      <SeriesChart
        {...plot}
        notes={notes}
        title={name === null ? t`Answers by day` : t`Answers from ${name} by day`}
        slotName={t`Day`}
        onSave={onSave}
      />
      {dialog}
    </>
  );
}
