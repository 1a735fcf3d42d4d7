// The selected figure over time, by assistant if the response has that. The previous period is a line.

import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { useMemo } from "react";

import { hasComparison, intervalOf, type Interval } from "../shared/period/period";
import { usePlatformName } from "../shared/platforms/platforms";
import type { Metric, OverviewSearch } from "../shared/analytics/search";
import { useChartFile } from "../shared/files/chart_file";
import { useChartNotes } from "../shared/notes/chart_notes";
import { foldSeries } from "../shared/analytics/series";
import { slotsOf } from "../shared/analytics/slots";
import type { Plot, Series } from "../../ui/charts/series";
import { SeriesChart } from "../../ui/charts/SeriesChart";
import { part } from "../../ui/loading/part";
import { Loading } from "../../ui/loading/Loaded";
import { Card, Empty } from "../../ui/page/page";
import { useForms, type Forms } from "../../words/forms";
import { useMetricWords, type OverviewAnswer } from "../shared/loop/metric_words";
import { FIGURES_OF_METRIC, asTitle, useReasonLeftOut } from "../shared/loop/not_filtered";

const CitationChart = part(() => import("./CitationChart").then(({ CitationChart: component }) => component), Loading);

type Row = OverviewAnswer["series"][number];
type Charted = Exclude<Metric, "cited">;

interface OverviewChartProps {
  siteId: string;
  search: OverviewSearch;
  data: OverviewAnswer;
}

export function OverviewChart({ siteId, search, data }: OverviewChartProps) {
  const metric = search.figure ?? "asks";
  const { name } = useMetricWords()[metric];
  const reasonLeftOut = useReasonLeftOut(data);
  const reason =
    reasonLeftOut(FIGURES_OF_METRIC[metric]) ?? (metric === "cited" ? reasonLeftOut("citationsByEngine") : null);
  if (reason !== null)
    return (
      <Card title={name}>
        <Empty title={asTitle(reason)} />
      </Card>
    );
  return metric === "cited" ? (
    <CitationChart siteId={siteId} data={data} />
  ) : (
    <Chart siteId={siteId} search={search} data={data} metric={metric} />
  );
}

function valueOf(row: Row, metric: Charted): number {
  if (metric !== "per100") return row[metric];
  return row.views === 0 ? 0 : (row.asks / row.views) * 100;
}

function Chart({ siteId, search, data, metric }: OverviewChartProps & { metric: Charted }) {
  const { t } = useLingui();
  const forms = useForms();
  const words = useMetricWords();
  const navigate = useNavigate();
  const onSave = useChartFile(data.range);
  const series = useSeries(siteId, search, data, metric);
  const interval = intervalOf(search);
  const { timezone, to } = data.range;
  const dates = useMemo(() => data.series.map(({ date }) => date), [data]);
  const { notes, dialog } = useChartNotes(siteId, data.range, { dates, interval });
  const plot = useMemo((): Plot => {
    // A period without a start date ends today, so its last bar is not complete yet.
    const today = search.from === undefined ? to : undefined;
    const slots = slotsOf(dates, interval, timezone, forms, undefined, today);
    const old = hasComparison(search) ? data.previous : undefined;
    return {
      slots,
      series,
      isWhole: metric !== "per100",
      form: metric === "per100" ? forms.decimal : forms.number,
      before:
        old === undefined || old === null
          ? undefined
          : {
              name: search.compare === "year" ? t`a year ago` : t`previous period`,
              values: old.series.map((row) => valueOf(row, metric)),
            },
    };
  }, [data, dates, series, metric, interval, timezone, to, search, forms, t]);
  const slotNames: Record<Interval, string> = { hour: t`Hour`, day: t`Day`, week: t`Week` };
  const { name } = words[metric];
  const titles: Record<Interval, string> = {
    hour: t`${name} by hour`,
    day: t`${name} by day`,
    week: t`${name} by week`,
  };
  return (
    <>
      <SeriesChart
        {...plot}
        notes={notes}
        title={titles[interval]}
        slotName={slotNames[interval]}
        end={<Trans>times in {timezone}</Trans>}
        onSave={onSave}
        onFollow={(href) => void navigate({ href, resetScroll: false })}
        link={({ id, name: platform }, inside) => (
          <Link
            to="/sites/$siteId/overview"
            params={{ siteId }}
            search={(now: OverviewSearch) => ({ ...now, platform: id })}
            resetScroll={false}
            title={t`Show only ${platform}`}
          >
            {inside}
          </Link>
        )}
      />
      {dialog}
    </>
  );
}

/** Only asks and visits are counted by assistant. */
function useSeries(
  siteId: string,
  search: OverviewSearch,
  { series, byPlatform }: OverviewAnswer,
  metric: Charted,
): Series[] {
  const platformName = usePlatformName();
  const words = useMetricWords();
  const router = useRouter();
  const { name } = words[metric];
  return useMemo(() => {
    if (metric !== "asks" && metric !== "aiReferrals")
      return [{ id: metric, name, color: 1, values: series.map((row) => valueOf(row, metric)) }];
    const folded = foldSeries(
      byPlatform.map((part) => ({ platform: part.other === true ? "other" : part.platform, values: part[metric] })),
    );
    return folded.map(({ platform, color: color, values }) => ({
      id: platform,
      name: platformName(platform),
      color,
      values,
      href:
        color === null || search.platform === platform
          ? undefined
          : router.buildLocation({ to: "/sites/$siteId/overview", params: { siteId }, search: { ...search, platform } })
              .href,
    }));
    // `name` changes only with the language, and then everything is rendered again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [series, byPlatform, metric, name, search, siteId, router]);
}

export type { Forms };
