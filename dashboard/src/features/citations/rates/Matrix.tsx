// A table of citation rates, with questions as rows and engines as columns. Each cell has a rate with its interval and
// the number of answers.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

import type { Schemas } from "../../../api/client";
import { ActionMenu, type Action } from "../../../ui/dialogs/ActionMenu";
import { Whisker } from "../../../ui/charts/Whisker";
import { Card } from "../../../ui/page/page";
import { Table } from "../../../ui/tables/Table";
import { useForms } from "../../../words/forms";
import { EngineMark } from "../../shared/citations/EngineMark";
import { hasTooFewSamples } from "../../shared/citations/samples";
import { newInLatestRun } from "./changes";
import { ENGINES, ENGINE_NAMES, type Engine } from "../../shared/citations/engines";
import styles from "./Matrix.module.css";
import type { MonitorAction } from "../monitor/MonitorActions";
import { isRunning, type EngineRates, type Monitor, type Question } from "../queries";
import type { CitationsSearch, Measure } from "../search";
import { PreviousRate } from "../../shared/citations/PreviousRate";
import { TitledChange } from "../../shared/citations/RateChange";

interface MatrixProps {
  questions: readonly Question[];
  summary: Schemas["CitationSummary"];
  search: CitationsSearch;
  openEngine: Engine | undefined;
  mayAsk: boolean;
  isStale: boolean;
  onAct: (act: MonitorAction) => void;
}

/** The engines that a monitor asks, or that have answered a question. */
function enginesOf(questions: readonly Question[]): Engine[] {
  const asked = new Set(questions.flatMap(({ rates }) => rates.byEngine.map(({ engine }) => engine)));
  return ENGINES.filter((engine) => asked.has(engine));
}

function ratesOf({ byEngine }: Question["rates"], engine: Engine): EngineRates | undefined {
  return byEngine.find((one) => one.engine === engine);
}

export function Matrix({ questions, summary, search, openEngine, mayAsk, isStale, onAct }: MatrixProps) {
  const { t } = useLingui();
  const engines = enginesOf(questions);
  return (
    <Card label={t`Questions by engine`}>
      <Table
        look={styles.matrix}
        isReflowed
        isStale={isStale}
        rows={questions}
        idOf={({ id }) => id}
        attributes={({ id }) => ({ className: search.monitor === id ? styles.open : undefined })}
        columns={[
          { head: t`Question`, cell: (question) => <Asked question={question} changes={summary.changes} /> },
          ...engines.map((engine) => ({
            head: (
              <span className={styles.engine}>
                <EngineMark engine={engine} />
                {ENGINE_NAMES[engine]}
              </span>
            ),
            data: ({ rates }: Question) => ({
              "data-engine": ENGINE_NAMES[engine],
              "data-idle": ratesOf(rates, engine) === undefined ? "" : undefined,
            }),
            cell: (question: Question) => (
              <Cell
                question={question}
                engine={engine}
                rates={ratesOf(question.rates, engine)}
                measure={search.show ?? "cited"}
                isOpen={search.monitor === question.id && openEngine === engine}
              />
            ),
          })),
          !mayAsk
            ? null
            : {
                kind: "menu",
                className: styles.acts,
                cell: ({ monitor }) => (monitor === undefined ? null : <RowActions monitor={monitor} onAct={onAct} />),
              },
        ]}
      />
      <p className={styles.caption}>
        {search.show === undefined ? (
          <Trans>Whiskers: 95% confidence interval. Dashed: too few answers or runs.</Trans>
        ) : (
          <Trans>Intervals are shown for citations only. Failed requests aren’t counted.</Trans>
        )}
      </p>
    </Card>
  );
}

function Asked({ question, changes }: { question: Question; changes: readonly Schemas["CitationChange"][] }) {
  const { rates, monitor } = question;
  return (
    <>
      <Link
        from="/sites/$siteId/citations"
        to="."
        className={styles.question}
        search={(now: CitationsSearch) => ({ ...now, monitor: question.id, engine: undefined, answer: undefined })}
      >
        {question.query}
      </Link>
      <Changes question={question} changes={changes} />
      <small>
        <PreviousRate rate={rates.previousCitationRate} />
        {rates.credits === null || rates.samples === 0 ? null : (
          <>
            {rates.previousCitationRate === null ? null : " · "}
            <Plural value={rates.credits} one="# credit" other="# credits" />
          </>
        )}
      </small>
      {monitor === undefined ? null : <State monitor={monitor} samples={rates.samples} />}
    </>
  );
}

/** The current changes of a question, and what is only new in the latest run. */
function Changes({
  question: {
    id,
    rates: { lastRun },
  },
  changes,
}: {
  question: Question;
  changes: readonly Schemas["CitationChange"][];
}) {
  return (
    <>
      {changes
        .filter(({ monitorId }) => monitorId === id)
        .map((change) => (
          <small key={change.id} className={change.direction === "rise" ? styles.good : styles.bad}>
            <TitledChange change={change} />
          </small>
        ))}
      {newInLatestRun(lastRun).map(({ engine, isUp }) => (
        <small key={engine}>
          {isUp ? (
            <Trans>cited by {ENGINE_NAMES[engine]} in the latest run, but not in the previous one</Trans>
          ) : (
            <Trans>cited by {ENGINE_NAMES[engine]} in the previous run, but not in the latest one</Trans>
          )}
        </small>
      ))}
    </>
  );
}

function State({ monitor, samples }: { monitor: Monitor; samples: number }) {
  if (isRunning(monitor))
    return (
      <small role="status" className={styles.running}>
        <i aria-hidden="true" />
        <Trans>running</Trans>
      </small>
    );
  if (monitor.lastRun?.status === "failed")
    return (
      <small className={styles.bad}>
        <Trans>the latest run got no answer</Trans>
      </small>
    );
  if (monitor.lastRun === null)
    return (
      <small>
        <Trans>never asked</Trans>
      </small>
    );
  if (!monitor.enabled && monitor.cadence !== "manual")
    return (
      <small>
        <Trans>paused</Trans>
      </small>
    );
  return samples > 0 && hasTooFewSamples(samples, null) ? (
    <small>
      <Trans>new, few answers so far</Trans>
    </small>
  ) : null;
}

function RowActions({ monitor, onAct }: { monitor: Monitor; onAct: (act: MonitorAction) => void }) {
  const { t } = useLingui();
  const actions: Action<"run" | "edit" | "archive">[] = [
    ...(isRunning(monitor) ? [] : [{ id: "run" as const, words: t`Run now…` }]),
    { id: "edit", words: t`Edit…` },
    { id: "archive", words: t`Archive` },
  ];
  return (
    <ActionMenu
      label={t`Actions for “${monitor.query}”`}
      actions={actions}
      onAction={(kind) => {
        onAct({ kind, monitor });
      }}
    />
  );
}

interface CellProps {
  question: Question;
  engine: Engine;
  rates: EngineRates | undefined;
  measure: Measure;
  isOpen: boolean;
}

function Cell({ question, engine, rates, measure, isOpen }: CellProps) {
  const { t } = useLingui();
  const forms = useForms();
  if (rates === undefined)
    return (
      <span className={styles.none}>
        <Trans>not asked</Trans>
      </span>
    );
  if (rates.samples + rates.failedCount === 0)
    return (
      <span className={styles.none}>
        <Trans>no answer yet</Trans>
      </span>
    );
  const { samples, failedCount, interval95 } = rates;
  const count = { cited: rates.citedCount, consulted: rates.consultedCount, mentioned: rates.mentionedCount }[measure];
  const thin = hasTooFewSamples(samples, interval95);
  const ends = measure === "cited" ? interval95 : null;
  const range = ends === null ? "" : t`95% interval ${forms.percent(ends.low)} to ${forms.percent(ends.high)}`;
  return (
    <Link
      from="/sites/$siteId/citations"
      to="."
      className={styles.cell}
      title={range}
      {...(isOpen ? { "aria-current": "true" as const } : { "aria-current": undefined })}
      activeProps={{}}
      search={(now: CitationsSearch) => ({ ...now, monitor: question.id, engine, answer: undefined })}
    >
      {samples === 0 ? (
        <span className={styles.none}>
          <Plural value={failedCount} one="# request failed" other="# requests failed" />
        </span>
      ) : (
        <>
          <b className={thin ? styles.thin : undefined}>{forms.percent(count / samples)}</b>
          <small>
            <Trans>
              {forms.number(count)} of {forms.number(samples)}
            </Trans>
          </small>
          {ends === null ? null : (
            <>
              <Whisker rate={count / samples} low={ends.low} high={ends.high} isThin={thin} />
              <span className={styles.unseen}>{range}</span>
            </>
          )}
        </>
      )}
    </Link>
  );
}
