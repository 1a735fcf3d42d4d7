// Crawlers that ran the widget: their requests by day and by name.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";

import { BarList } from "../../ui/charts/BarList";
import type { Plot } from "../../ui/charts/series";
import { SeriesChart } from "../../ui/charts/SeriesChart";
import { Card } from "../../ui/page/page";
import { NotLoaded } from "../../ui/loading/Loaded";
import table from "../../ui/tables/table.module.css";
import { useForms } from "../../words/forms";
import { AUTOMATED_BROWSERS, useNames } from "../shared/analytics/names";
import { NoFigures } from "../shared/analytics/NoFigures";
import { intervalOf, type Interval, type PeriodSearch } from "../shared/period/period";
import { crawlerSeriesQuery } from "../shared/analytics/queries";
import { useChartNotes } from "../shared/notes/chart_notes";
import { slotsOf } from "../shared/analytics/slots";
import { useChartFile } from "../shared/files/chart_file";
import styles from "./CrawlersPage.module.css";

/** The number of series with their own color. */
const MAX_COLORS = 5;

type Report = Awaited<ReturnType<NonNullable<ReturnType<typeof crawlerSeriesQuery>["queryFn"]>>>;

export function JavaScriptCrawlers({ siteId, search }: { siteId: string; search: PeriodSearch }) {
  const { t } = useLingui();
  const names = useNames();
  const { data, error, refetch, isPlaceholderData } = useQuery(crawlerSeriesQuery(siteId, search));
  if (data === undefined)
    return (
      <Card label={t`Crawlers that ran JavaScript`}>
        <NotLoaded error={error} refetch={refetch} />
      </Card>
    );
  const { hits } = data.totals;
  return (
    <div className={styles.columns} data-stale={isPlaceholderData || undefined}>
      {hits === 0 ? null : <Chart siteId={siteId} data={data} search={search} />}
      <Card
        title={t`Crawlers that ran JavaScript`}
        end={<Plural value={hits} one="# request total" other="# requests total" />}
      >
        {hits === 0 ? (
          <NoFigures title={t`No crawlers in this period`} search={search}>
            <Trans>Crawlers that run JavaScript appear here.</Trans>
          </NoFigures>
        ) : (
          <BarList
            head={[t`Crawler`, t`Requests`]}
            of={hits}
            rows={data.byCrawler.map(({ crawler, value, other }) => ({
              id: crawler,
              name: other === true ? t`Other` : names.crawler(crawler),
              value,
            }))}
          />
        )}
        <p className={table.caption}>
          <Trans>
            Only crawlers that run JavaScript are counted here, under the name they report. Most AI crawlers don’t run
            it; they are in your server’s log.
          </Trans>
        </p>
      </Card>
    </div>
  );
}

function Chart({ siteId, data, search }: { siteId: string; data: Report; search: PeriodSearch }) {
  const { t } = useLingui();
  const automated = useNames().crawler(AUTOMATED_BROWSERS);
  const forms = useForms();
  const navigate = useNavigate();
  const onSave = useChartFile(data.range);
  const interval = intervalOf(search);
  const dates = useMemo(() => data.series.map(({ date }) => date), [data]);
  const { notes, dialog } = useChartNotes(siteId, data.range, { dates, interval });
  const plot = useMemo(
    (): Plot => ({
      slots: slotsOf(dates, interval, data.range.timezone, forms),
      series: (data.seriesByCrawler ?? []).map(({ crawler, values, other }, place) => ({
        id: crawler,
        name: other === true ? t`Other` : crawler === AUTOMATED_BROWSERS ? automated : crawler,
        color: other === true || place >= MAX_COLORS ? null : place + 1,
        values,
      })),
      form: forms.number,
      isWhole: true,
    }),
    [automated, data, dates, interval, forms, t],
  );
  const titles: Record<Interval, string> = {
    hour: t`Requests by hour`,
    day: t`Requests by day`,
    week: t`Requests by week`,
  };
  const slotNames: Record<Interval, string> = { hour: t`Hour`, day: t`Day`, week: t`Week` };
  return (
    <>
      <SeriesChart
        {...plot}
        notes={notes}
        title={titles[interval]}
        slotName={slotNames[interval]}
        end={<Trans>times in {data.range.timezone}</Trans>}
        onSave={onSave}
        onFollow={(href) => void navigate({ href })}
      />
      {dialog}
    </>
  );
}
