// Downloads the figures of the overview, a row for each day, week or hour.

import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";

import { TableDownload } from "../shared/files/TableDownload";
import type { Column } from "../shared/files/table_file";
import { useMetricWords, type OverviewAnswer } from "../shared/loop/metric_words";
import { overviewQuery } from "../shared/analytics/queries";
import type { Metric, OverviewSearch } from "../shared/analytics/search";
import { FIGURES_OF_METRIC, hasAllViews, useReasonLeftOut } from "../shared/loop/not_filtered";
import { usePlatformName } from "../shared/platforms/platforms";

type Row = OverviewAnswer["series"][number];
/** A column; with a figure, it is left out where the figure is. */
type FigureColumn = Column<Row> & { metric?: Metric };

export function OverviewFile({ siteId, search }: { siteId: string; search: OverviewSearch }) {
  const { t } = useLingui();
  const words = useMetricWords();
  const filters = useFilterWords(search);
  const queryClient = useQueryClient();
  const { data } = useQuery(overviewQuery(siteId, search));
  const reasonLeftOut = useReasonLeftOut(data);
  const isShown = ({ metric }: FigureColumn): boolean =>
    metric === undefined || reasonLeftOut(FIGURES_OF_METRIC[metric]) === null;
  const count = (metric: "asks" | "aiReferrals" | "questionClicks" | "shares") => ({
    metric,
    heading: words[metric].name,
    meaning: words[metric].what,
    kind: "number" as const,
    of: (row: Row) => row[metric],
  });
  const columns: FigureColumn[] = [
    { heading: t`Date`, meaning: t`The day, or the first day of the week, or the hour.`, of: ({ date }) => date },
    count("asks"),
    count("aiReferrals"),
    count("questionClicks"),
    count("shares"),
    // Views that a filter does not narrow do not belong beside figures that it does.
    ...(data !== undefined && hasAllViews(data)
      ? []
      : [{ heading: t`Views`, kind: "number" as const, of: ({ views }: Row) => views }]),
    {
      metric: "per100",
      heading: words.per100.name,
      meaning: words.per100.what,
      kind: "number",
      of: ({ asks, views }) => (views === 0 ? null : (asks / views) * 100),
    },
  ];
  return (
    <TableDownload
      content={t`overview`}
      filters={filters}
      rows={async () => {
        const { series, range } = await queryClient.query(overviewQuery(siteId, search));
        return { rows: series, range };
      }}
      columns={columns.filter(isShown)}
    />
  );
}

/** The filters of the page, in words. */
export function useFilterWords({ page, platform }: OverviewSearch): [string, string][] {
  const { t } = useLingui();
  const platformName = usePlatformName();
  return [
    ...(page === undefined ? [] : [[t`Page`, page] as [string, string]]),
    ...(platform === undefined ? [] : [[t`Assistant`, platformName(platform)] as [string, string]]),
  ];
}
