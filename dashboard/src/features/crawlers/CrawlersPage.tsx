// `/sites/:siteId/crawlers`: which crawlers read the pages, day by day, and readers' devices.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";

import { Loading } from "../../shell/states";
import { BarList } from "../../ui/charts/BarList";
import type { Plot } from "../../ui/charts/series";
import { SeriesChart } from "../../ui/charts/SeriesChart";
import { Card, Empty, PageHead } from "../../ui/page/page";
import { LoadProblem } from "../../ui/page/Problem";
import table from "../../ui/tables/table.module.css";
import { useForms } from "../../words/forms";
import { AUTOMATED_BROWSERS, useNames } from "../shared/analytics/names";
import { NoFigures } from "../shared/analytics/NoFigures";
import { PeriodBar } from "../shared/period/PeriodBar";
import { intervalOf, periodQuery, type Interval, type PeriodSearch } from "../shared/period/period";
import { crawlerSeriesQuery, overviewQuery } from "../shared/analytics/queries";
import { useDeviceRows } from "../shared/analytics/device_rows";
import { slotsOf } from "../shared/analytics/slots";
import { TableFiles } from "../shared/analytics/TableFiles";
import { useChartFile } from "../shared/files/chart_file";
import { TableDownload } from "../shared/files/TableDownload";
import styles from "./CrawlersPage.module.css";

/** The number of series with their own color. */
const MAX_COLORS = 5;

export function CrawlersPage() {
  const { t } = useLingui();
  const { siteId } = useParams({ from: "/shell/sites/$siteId/crawlers" });
  const search = useSearch({ from: "/shell/sites/$siteId/crawlers" });
  return (
    <>
      <PageHead
        title={t`Crawlers and devices`}
        guide="glossary#figures"
        help={
          <Trans>
            Crawlers are programs that read pages, many of them for AI products. They are counted separately from
            readers.
          </Trans>
        }
      >
        <TableFiles siteId={siteId} table="crawlers" query={periodQuery(search)} />
      </PageHead>
      <Periods siteId={siteId} search={search} />
      <Crawlers siteId={siteId} search={search} />
      <Devices siteId={siteId} search={search} />
    </>
  );
}

/** The period bar. Its dates come with the response that contains the figures. */
function Periods({ siteId, search }: { siteId: string; search: PeriodSearch }) {
  const { data, isPlaceholderData } = useQuery(crawlerSeriesQuery(siteId, search));
  return <PeriodBar search={search} range={isPlaceholderData ? undefined : data?.range} />;
}

type Report = Awaited<ReturnType<NonNullable<ReturnType<typeof crawlerSeriesQuery>["queryFn"]>>>;

function Crawlers({ siteId, search }: { siteId: string; search: PeriodSearch }) {
  const { t } = useLingui();
  const names = useNames();
  const { data, error, refetch, isPlaceholderData } = useQuery(crawlerSeriesQuery(siteId, search));
  if (data === undefined)
    return (
      <Card label={t`Crawlers that ran JavaScript`}>
        {error === null ? <Loading /> : <LoadProblem failure={error} onRetry={() => void refetch()} />}
      </Card>
    );
  const { hits } = data.totals;
  return (
    <div className={styles.columns} data-stale={isPlaceholderData || undefined}>
      {hits === 0 ? null : <Chart data={data} search={search} />}
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
            Only crawlers that run JavaScript are counted, under the name they report. Most AI crawlers don’t run it;
            check your server log for them.
          </Trans>
        </p>
      </Card>
    </div>
  );
}

function Chart({ data, search }: { data: Report; search: PeriodSearch }) {
  const { t } = useLingui();
  const automated = useNames().crawler(AUTOMATED_BROWSERS);
  const forms = useForms();
  const navigate = useNavigate();
  const onSave = useChartFile(data.range);
  const interval = intervalOf(search);
  const plot = useMemo(
    (): Plot => ({
      slots: slotsOf(
        data.series.map(({ date }) => date),
        interval,
        data.range.timezone,
        forms,
      ),
      series: (data.seriesByCrawler ?? []).map(({ crawler, values, other }, place) => ({
        id: crawler,
        name: other === true ? t`Other` : crawler === AUTOMATED_BROWSERS ? automated : crawler,
        color: other === true || place >= MAX_COLORS ? null : place + 1,
        values,
      })),
      form: forms.number,
      isWhole: true,
    }),
    [automated, data, interval, forms, t],
  );
  const titles: Record<Interval, string> = {
    hour: t`Requests by hour`,
    day: t`Requests by day`,
    week: t`Requests by week`,
  };
  const slotNames: Record<Interval, string> = { hour: t`Hour`, day: t`Day`, week: t`Week` };
  return (
    <SeriesChart
      {...plot}
      title={titles[interval]}
      slotName={slotNames[interval]}
      end={<Trans>times in {data.range.timezone}</Trans>}
      onSave={onSave}
      onFollow={(href) => void navigate({ href })}
    />
  );
}

const NO_DEVICES = { devices: { items: [], total: 0 }, totals: { views: 0, asks: 0 } };

function Devices({ siteId, search }: { siteId: string; search: PeriodSearch }) {
  const { t } = useLingui();
  const forms = useForms();
  const { data, error, refetch } = useQuery(overviewQuery(siteId, search));
  const devices = useDeviceRows(data ?? NO_DEVICES);
  if (data === undefined)
    return (
      <Card label={t`Devices`}>
        {error === null ? <Loading /> : <LoadProblem failure={error} onRetry={() => void refetch()} />}
      </Card>
    );
  const head = [t`Device`, t`Views`, t`Asks`];
  // The rate per view is shown only if every view had a widget, because views with a widget are not counted by device.
  const hasRates = data.totals.views === data.totals.viewsWithWidget;
  const rateOf = (views: number, asks: number): string[] =>
    !hasRates ? [] : [views === 0 ? "–" : forms.decimal((asks / views) * 100)];
  return (
    <Card
      title={t`Devices`}
      end={
        devices.length === 0 ? null : (
          <TableDownload
            content={t`devices`}
            days={data.range}
            timezone={data.range.timezone}
            rows={() => Promise.resolve(devices)}
            columns={[
              { heading: t`Device`, of: (one) => one.name },
              { heading: t`Views`, kind: "number", of: (one) => one.views },
              { heading: t`Asks`, kind: "number", of: (one) => one.asks },
              ...(hasRates
                ? [
                    {
                      heading: t`Asks per 100 views`,
                      kind: "number" as const,
                      of: (one: (typeof devices)[number]) => (one.views === 0 ? null : (one.asks / one.views) * 100),
                    },
                  ]
                : []),
            ]}
          />
        )
      }
    >
      {devices.length === 0 ? (
        <Empty title={t`No views by readers in this period`} />
      ) : (
        <BarList
          head={hasRates ? [...head, t`Asks per 100 views`] : head}
          of={data.totals.views}
          rows={devices.map(({ id, name, views, asks }) => ({
            id,
            name,
            value: views,
            more: [forms.number(asks), ...rateOf(views, asks)],
          }))}
        />
      )}
      <p className={table.caption}>
        <Trans>No countries: Askline doesn’t store IP addresses.</Trans>
      </p>
    </Card>
  );
}
