// Each engine over all questions: rate, current change, rate of the previous period, and cost.
// A chart shows its answers by day.
// A click on a row shows the engine's days in the chart.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

import type { Schemas } from "../../../api/client";
import { Whisker } from "../../../ui/charts/Whisker";
import { Card, Shortened } from "../../../ui/page/page";
import { Table } from "../../../ui/tables/Table";
import table from "../../../ui/tables/table.module.css";
import { useForms } from "../../../words/forms";
import styles from "./ByEngine.module.css";
import { EngineMark } from "../../shared/citations/EngineMark";
import { hasTooFewSamples } from "../../shared/citations/samples";
import { RateChange, changeOf, type CitationChange } from "../../shared/citations/RateChange";
import { ENGINES, ENGINE_NAMES, type Engine } from "../../shared/citations/engines";
import type { CitationsSearch } from "../search";
import { Trend } from "./Trend";
import { PreviousRate } from "../../shared/citations/PreviousRate";

type Rates = Schemas["CitationRates"];
/** The rates of an engine; of all of them without one. */
type RowRates = Rates & { engine: Engine | undefined };

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
  const forms = useForms();
  const rows: RowRates[] = ENGINES.flatMap(
    (engine) => byEngine.find((one) => one.engine === engine && one.samples + one.failedCount > 0) ?? [],
  );
  if (rows.length === 0) return null;
  const all: RowRates = { ...totals, engine: undefined };
  const chosen = rows.find(({ engine }) => engine === search.trend)?.engine;
  return (
    <>
      <Card title={t`All questions by engine`}>
        <Table
          className={styles.engines}
          rows={rows.length > 1 ? [...rows, all] : rows}
          idOf={({ engine }) => engine ?? "all"}
          attributes={({ engine }) => ({ "data-shown": engine === chosen || undefined })}
          columns={[
            {
              head: t`Engine`,
              cell: ({ engine, ...rates }) => (
                <Name
                  engine={engine}
                  rates={rates}
                  change={changeOf(summary.changes, { engine })}
                  isShown={engine === chosen}
                />
              ),
            },
            { head: t`Cites you`, kind: "text", cell: (rates) => <Cited rates={rates} /> },
            {
              head: t`Change`,
              kind: "text",
              className: styles.verdict,
              cell: ({ engine, previousCitationRate }) => (
                <>
                  <RateChange change={changeOf(summary.changes, { engine })} />
                  <small>
                    <PreviousRate rate={previousCitationRate} />
                  </small>
                </>
              ),
            },
            {
              head: t`Answers`,
              from: 640,
              cell: ({ citedCount, samples }) => (
                <Trans>
                  {forms.number(citedCount)} of {forms.number(samples)}
                </Trans>
              ),
            },
            // For viewers the API returns no costs.
            totals.credits === null
              ? null
              : {
                  head: t({ message: "Credits", context: "unit" }),
                  from: 640,
                  cell: ({ credits, billedQueries }) => (
                    <>
                      {credits === null ? "–" : forms.number(credits)}
                      {billedQueries === null || billedQueries === 0 ? null : (
                        <small>
                          <Plural value={billedQueries} one="# billed search" other="# billed searches" />
                        </small>
                      )}
                    </>
                  ),
                },
          ]}
        />
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

interface NameProps {
  engine: Engine | undefined;
  rates: Rates;
  change: CitationChange | undefined;
  /** Whether the chart shows this row's days. */
  isShown: boolean;
}

/** The engine, which shows its days in the chart, and what narrow windows have no column for. */
function Name({ engine, rates: { previousCitationRate, unreadableRate }, change, isShown }: NameProps) {
  const { t } = useLingui();
  const forms = useForms();
  return (
    <>
      <span className={styles.name}>
        {engine === undefined ? null : <EngineMark engine={engine} />}
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
          {engine === undefined ? t`All engines` : ENGINE_NAMES[engine]}
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
    </>
  );
}

function Cited({ rates: { citationRate, samples, interval95 } }: { rates: Rates }) {
  const forms = useForms();
  return (
    <>
      {citationRate === null ? (
        "–"
      ) : (
        <span className={styles.rate}>
          <b>{forms.percent(citationRate)}</b>
          {interval95 === null ? null : (
            <Whisker
              rate={citationRate}
              low={interval95.low}
              high={interval95.high}
              isThin={hasTooFewSamples(samples, interval95)}
            />
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
    </>
  );
}
