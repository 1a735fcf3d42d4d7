// The six figures of a period. A click shows one in the chart; each explains what it counts, and shows its change if it
// is clear.

import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { siteQuery } from "../../api/queries";
import { Sparkline } from "../../ui/charts/Sparkline";
import { Change, useReasonNotClear } from "../shared/analytics/Change";
import { todayIn } from "../shared/period/period";
import { comparedCounts, type Count } from "./compared";
import { PreviousRate } from "../shared/citations/PreviousRate";
import { weeksQuery } from "../shared/citations/weeks_query";
import { RateChange, unexplained, useChangeTitle } from "../shared/citations/RateChange";
import type { Schemas } from "../../api/client";
import type { Metric, OverviewSearch } from "../shared/analytics/search";
import { Info } from "../../ui/dialogs/Info";
import { useForms, useNow } from "../../words/forms";
import styles from "./Figures.module.css";
import { FIGURES_OF_METRIC, hasAllViews, useReasonLeftOut } from "../shared/loop/not_filtered";
import type { OverviewAnswer } from "../shared/loop/metric_words";
import { useMetricWords } from "../shared/loop/metric_words";

const HOUR_MS = 3_600_000;

interface FiguresProps {
  siteId: string;
  search: OverviewSearch;
  data: OverviewAnswer;
}

export function Figures({ siteId, search, data }: FiguresProps) {
  const words = useMetricWords();
  const forms = useForms();
  const { t } = useLingui();
  const { totals, previous, citations, series } = data;
  const shown = search.figure ?? "asks";
  const compared = comparedCounts(data, search, useNow(HOUR_MS / 60));
  const noDataBefore = useNoDataBefore(siteId, data);
  const reasonNotClear = useReasonNotClear();
  const rate = citations.citationRate;
  const weeklyRates = useWeeklyRates(siteId, search);
  const reasonLeftOut = useReasonLeftOut(data);
  const figure = (metric: Metric, props: Omit<FigureProps, "siteId" | "metric" | "isShown" | "words">) => (
    <Figure key={metric} siteId={siteId} metric={metric} isShown={metric === shown} words={words[metric]} {...props} />
  );
  const counted = (metric: Count) => {
    const reason = reasonLeftOut(FIGURES_OF_METRIC[metric]);
    if (reason !== null) return figure(metric, { value: "–", before: reason });
    const change = previous?.changes[metric];
    // A part of today has no verdict: the test needs complete days.
    const why = change === undefined ? undefined : reasonNotClear(change);
    const old = compared?.before[metric];
    return figure(metric, {
      value: forms.brief(totals[metric]),
      exact: forms.number(totals[metric]),
      line: series.map((row) => row[metric]),
      why,
      ...(compared === null || old === undefined
        ? {}
        : noDataBefore !== null
          ? { before: t`no data before ${noDataBefore}` }
          : {
              change: <Change value={compared.values[metric]} old={old} isClear={change?.clear ?? false} why={why} />,
              before:
                compared.until === null
                  ? t`was ${forms.number(old)}`
                  : t`was ${forms.number(old)} until ${forms.hour(compared.until, data.range.timezone)}`,
            }),
    });
  };
  const per100 = totals.asksPer100Views;
  const oldPer100 = previous?.totals.asksPer100Views ?? null;
  const reasonWithoutAsks = reasonLeftOut("asks");
  return (
    <ul className={styles.figures}>
      {counted("asks")}
      {counted("aiReferrals")}
      {counted("questionClicks")}
      {counted("shares")}
      {figure(
        "per100",
        reasonWithoutAsks !== null
          ? { value: "–", before: reasonWithoutAsks }
          : {
              value: per100 === null ? "–" : forms.decimal(per100),
              line: series.map(({ asks, views }) => (views === 0 ? 0 : (asks / views) * 100)),
              ...(hasAllViews(data)
                ? { before: t`based on all views` }
                : oldPer100 === null
                  ? {}
                  : // There is no test for a ratio of two counts, so the change is gray.
                    {
                      change: per100 === null ? undefined : signed(per100 - oldPer100, forms.decimal),
                      before: t`was ${forms.decimal(oldPer100)}`,
                    }),
            },
      )}
      {figure("cited", {
        value: rate === null ? "–" : forms.percent(rate),
        line: weeklyRates,
        before: reasonLeftOut("citations") ?? <CitedDetail citations={citations} before={previous?.citations} />,
      })}
    </ul>
  );
}

function signed(difference: number, form: (value: number) => string): string {
  const words = form(Math.abs(difference));
  return words === form(0) ? `±${words}` : `${difference > 0 ? "+" : "−"}${words}`;
}

/**
 * The weekly citation rates of the whole site if a chart has loaded them: the overview opens without another request.
 * Undefined for the rate of a page.
 */
function useWeeklyRates(siteId: string, { page, platform }: OverviewSearch): number[] | undefined {
  const { data } = useQuery({ ...weeksQuery(siteId), enabled: false });
  if (page !== undefined || platform !== undefined) return undefined;
  return data?.seriesByWeek.flatMap(({ citationRate }) => citationRate ?? []);
}

/** The day of the first event, if the previous period was over before it; null otherwise. */
function useNoDataBefore(siteId: string, { previous }: OverviewAnswer): string | null {
  const forms = useForms();
  const old = previous?.totals;
  const isEmpty = old !== undefined && old.views + old.asks + old.shares + old.aiReferrals === 0;
  const { data: site } = useQuery({ ...siteQuery(siteId), enabled: isEmpty });
  const first = site?.install.firstSeenAt ?? null;
  const oldest = previous?.series[0]?.date.slice(0, 10);
  if (!isEmpty || first === null || oldest === undefined || first.slice(0, 10) <= oldest) return null;
  return forms.day(todayIn(site?.timezone ?? "UTC", new Date(first)));
}

interface FigureProps {
  siteId: string;
  metric: Metric;
  isShown: boolean;
  value: string;
  /** The exact figure, because `value` may be shortened. */
  exact?: string | undefined;
  words: { name: string; what: string };
  /** The values over time, for a small line. */
  line?: readonly number[] | undefined;
  change?: ReactNode;
  /** The old value, or the reason that it is missing. */
  before?: ReactNode;
  /** Why the change is not clear, and what would be. */
  why?: string | undefined;
}

function Figure({
  siteId,
  metric,
  isShown,
  value,
  exact,
  words: { name, what },
  line,
  change,
  before,
  why,
}: FigureProps) {
  return (
    <li className={styles.figure} data-shown={isShown || undefined}>
      <span className={styles.name}>
        <Link
          to="/sites/$siteId/overview"
          params={{ siteId }}
          className={styles.link}
          resetScroll={false}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={isShown ? "true" : undefined}
          search={(now: OverviewSearch) => ({ ...now, figure: metric === "asks" ? undefined : metric })}
        >
          {name}
        </Link>
        <Info about={name} guide="glossary#figures">
          {what}
          {why === undefined ? null : <p>{why}</p>}
        </Info>
      </span>
      <span className={styles.value}>
        <span title={exact}>{value}</span>
        {line === undefined || line.length < 2 ? null : <Sparkline values={line} />}
      </span>
      <span className={styles.change}>{change ?? "\u00a0"}</span>
      <span className={styles.before}>{before ?? "\u00a0"}</span>
    </li>
  );
}

type Citations = OverviewAnswer["citations"];

/** The rate's interval and that of the previous period, and the current changes of citation rates. */
function CitedDetail({ citations, before }: { citations: Citations; before: Schemas["CitationRate"] | undefined }) {
  const { t } = useLingui();
  const forms = useForms();
  const title = useChangeTitle();
  const { interval95, samples } = citations;
  if (samples === 0) return <Trans>no answers in this period</Trans>;
  const range =
    interval95 === null
      ? t`${plural(samples, { one: "# answer, too few for an interval", other: "# answers, too few for an interval" })}`
      : t`${forms.interval(interval95.low, interval95.high)}, ${plural(samples, { one: "# answer", other: "# answers" })}`;
  const changes = unexplained(citations.changes);
  const old = before?.citationRate ?? null;
  const ofSite = changes.find(({ level }) => level === "site");
  if (ofSite !== undefined)
    return (
      <span title={range}>
        <RateChange change={ofSite} />
      </span>
    );
  if (changes.length > 0)
    return (
      <span title={changes.map(title).join("\n")}>
        <Plural value={changes.length} one="# change" other="# changes" />
      </span>
    );
  return old === null ? (
    <>{range}</>
  ) : (
    <span title={range}>
      <PreviousRate rate={old} />
    </span>
  );
}
