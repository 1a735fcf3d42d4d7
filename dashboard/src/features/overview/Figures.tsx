// The six figures of a period. A click shows one in the chart; each explains what it counts, and shows its change if it
// is clear.

import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { Change } from "../shared/analytics/Change";
import { RateChange, unexplained, useChangeTitle } from "../shared/citations/RateChange";
import type { Schemas } from "../../api/client";
import type { Metric, OverviewSearch } from "../shared/analytics/search";
import { Info } from "../../ui/dialogs/Info";
import { useForms } from "../../words/forms";
import styles from "./Figures.module.css";
import { hasAllViews, useReasonWithoutRate } from "../shared/loop/not_filtered";
import type { OverviewAnswer } from "../shared/loop/metric_words";
import { useMetricWords } from "../shared/loop/metric_words";

export function Figures({ siteId, shown, data }: { siteId: string; shown: Metric; data: OverviewAnswer }) {
  const words = useMetricWords();
  const forms = useForms();
  const { totals, previous, citations } = data;
  const old = previous?.totals;
  const rate = citations.citationRate;
  const reasonWithoutRate = useReasonWithoutRate(data);
  const figure = (metric: Metric, value: string, change: ReactNode, exact?: string) => (
    <Figure
      key={metric}
      siteId={siteId}
      metric={metric}
      isShown={metric === shown}
      value={value}
      exact={exact}
      words={words[metric]}
      change={change}
    />
  );
  const counted = (metric: "asks" | "aiReferrals" | "questionClicks" | "shares") =>
    figure(
      metric,
      forms.brief(totals[metric]),
      old === undefined ? null : (
        <Change value={totals[metric]} old={old[metric]} isClear={previous?.clearChanges[metric] ?? false} />
      ),
      forms.number(totals[metric]),
    );
  return (
    <ul className={styles.figures}>
      {counted("asks")}
      {counted("aiReferrals")}
      {counted("questionClicks")}
      {counted("shares")}
      {figure(
        "per100",
        totals.asksPer100Views === null ? "–" : forms.decimal(totals.asksPer100Views),
        hasAllViews(data) ? (
          <Trans>based on all views</Trans>
        ) : old === undefined ? null : (
          <PreviousRate rate={old.asksPer100Views} form={forms.decimal} />
        ),
      )}
      {figure(
        "cited",
        rate === null ? "–" : forms.percent(rate),
        reasonWithoutRate ?? <CitedDetail citations={citations} before={previous?.citations} />,
      )}
    </ul>
  );
}

interface FigureProps {
  siteId: string;
  metric: Metric;
  isShown: boolean;
  value: string;
  /** The exact figure, because `value` may be shortened. */
  exact?: string | undefined;
  words: { name: string; what: string };
  change: ReactNode;
}

function Figure({ siteId, metric, isShown, value, exact, words: { name, what }, change }: FigureProps) {
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
        </Info>
      </span>
      <span className={styles.value} title={exact}>
        {value}
      </span>
      <span className={styles.change}>{change ?? "\u00a0"}</span>
    </li>
  );
}

/** The previous value only: there is no test for a ratio of two counts, so the change is not shown. */
function PreviousRate({ rate, form }: { rate: number | null; form: (value: number) => string }) {
  return rate === null ? null : <Trans>vs. {form(rate)}</Trans>;
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
      <Trans>previous period: {forms.percent(old)}</Trans>
    </span>
  );
}
