// Each engine over all questions: rate, current change, rate of the previous period, and cost.
// A chart shows its answers by day.
// A click on a row shows the engine's days in the chart.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

import type { Schemas } from "../../../api/client";
import { Whisker } from "../../../ui/charts/Whisker";
import { Card, Shortened } from "../../../ui/page/page";
import table from "../../../ui/tables/table.module.css";
import { useForms } from "../../../words/forms";
import styles from "./ByEngine.module.css";
import { Mark } from "../../shared/platforms/Mark";
import { hasTooFewSamples } from "./changes";
import { RateChange, changeOf, type CitationChange } from "../../shared/citations/RateChange";
import { ENGINES, ENGINE_MARKS, ENGINE_NAMES, type Engine } from "../../shared/citations/engines";
import type { CitationsSearch } from "../search";
import { Trend } from "./Trend";
import { PreviousRate } from "./PreviousRate";

type Rates = Schemas["CitationRates"];

export function ByEngine({
  siteId,
  summary,
  search,
  timezone,
}: {
  siteId: string;
  summary: Schemas["CitationSummary"];
  search: CitationsSearch;
  timezone: string;
}) {
  const { t } = useLingui();
  const { totals, byEngine, series } = summary;
  const rows = ENGINES.flatMap(
    (engine) => byEngine.find((one) => one.engine === engine && one.samples + one.failedCount > 0) ?? [],
  );
  if (rows.length === 0) return null;
  // For viewers the API returns no costs.
  const hasCosts = totals.credits !== null;
  const chosen = rows.find(({ engine }) => engine === search.trend)?.engine;
  return (
    <>
      <Card title={t`All questions by engine`}>
        <table className={`${table.table} ${styles.engines}`}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Engine</Trans>
              </th>
              <th scope="col" className={table.start}>
                <Trans>Cites you</Trans>
              </th>
              <th scope="col" className={`${table.start} ${styles.verdict}`}>
                <Trans>Change</Trans>
              </th>
              <th scope="col" className={table.wide}>
                <Trans>Answers</Trans>
              </th>
              {hasCosts ? (
                <th scope="col" className={table.wide}>
                  <Trans context="unit">Credits</Trans>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ engine, ...rates }) => (
              <Row
                key={engine}
                name={ENGINE_NAMES[engine]}
                rates={rates}
                change={changeOf(summary.changes, { engine })}
                engine={engine}
                isShown={engine === chosen}
                hasCosts={hasCosts}
              />
            ))}
            {rows.length > 1 ? (
              <Row
                name={t`All engines`}
                rates={totals}
                change={changeOf(summary.changes, {})}
                isShown={chosen === undefined}
                hasCosts={hasCosts}
              />
            ) : null}
          </tbody>
        </table>
      </Card>
      <Trend
        siteId={siteId}
        series={series}
        ofEngine={summary.seriesByEngine.find(({ engine }) => engine === chosen)}
        timezone={timezone}
      />
    </>
  );
}

interface RowProps {
  name: string;
  rates: Rates;
  change: CitationChange | undefined;
  /** The engine; left out in the row for all engines. */
  engine?: Engine;
  /** Whether the chart shows this row's days. */
  isShown: boolean;
  hasCosts: boolean;
}

function Row({ name, rates, change, engine, isShown, hasCosts }: RowProps) {
  const forms = useForms();
  const { citationRate, citedCount, samples, interval95, credits, billedQueries } = rates;
  const { previousCitationRate, unreadableRate } = rates;
  const thin = hasTooFewSamples(samples, interval95);
  return (
    <tr className={table.whole} data-shown={isShown || undefined}>
      <th scope="row">
        <span className={styles.name}>
          {engine === undefined ? null : <Mark id={ENGINE_MARKS[engine]} />}
          <Link
            from="/sites/$siteId/citations"
            to="."
            className={table.cover}
            activeProps={{}}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={isShown ? "true" : undefined}
            resetScroll={false}
            search={(now: CitationsSearch) => ({ ...now, trend: engine })}
          >
            {name}
          </Link>
        </span>
        <small className={styles.below}>
          <RateChange change={change} /> <PreviousRate rate={previousCitationRate} />
        </small>
        {unreadableRate === null || unreadableRate === 0 ? null : (
          <small className={styles.below}>
            <Trans>{forms.percent(unreadableRate)} unreadable, not counted</Trans>
          </small>
        )}
      </th>
      <td className={table.start}>
        {citationRate === null ? (
          "–"
        ) : (
          <span className={styles.rate}>
            <b>{forms.percent(citationRate)}</b>
            {interval95 === null ? null : (
              <Whisker rate={citationRate} low={interval95.low} high={interval95.high} isThin={thin} />
            )}
          </span>
        )}
        {interval95 === null ? null : (
          <small>
            <Shortened brief={forms.interval(interval95.low, interval95.high)}>
              <Trans>95% interval {forms.interval(interval95.low, interval95.high)}</Trans>
            </Shortened>
          </small>
        )}
      </td>
      <td className={`${table.start} ${styles.verdict}`}>
        <RateChange change={change} />
        <small>
          <PreviousRate rate={previousCitationRate} />
        </small>
      </td>
      <td className={table.wide}>
        <Trans>
          {forms.number(citedCount)} of {forms.number(samples)}
        </Trans>
      </td>
      {hasCosts ? (
        <td className={table.wide}>
          {credits === null ? "–" : forms.number(credits)}
          {billedQueries === null || billedQueries === 0 ? null : (
            <small>
              <Plural value={billedQueries} one="# billed search" other="# billed searches" />
            </small>
          )}
        </td>
      ) : null}
    </tr>
  );
}
