// Questions as rows, engines as columns: each cell a rate with its interval and the answers that it rests on.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

import { ActionMenu, type Action } from "../../ui/ActionMenu";
import { Whisker } from "../../ui/charts/Whisker";
import { Card } from "../../ui/page";
import { useForms } from "../../words/forms";
import { ENGINES, ENGINE_NAMES, type Engine } from "./engines";
import styles from "./Matrix.module.css";
import type { Act } from "./MonitorActs";
import { isRunning, type EngineRates, type Monitor, type Question } from "./queries";
import type { CitationsSearch, Measure } from "./search";

/** Fewer answers are too few to tell. */
const SAMPLES_LEAST = 5;

interface MatrixProps {
  siteId: string;
  questions: readonly (Monitor | Question)[];
  rates: ReadonlyMap<string, readonly EngineRates[]>;
  search: CitationsSearch;
  openEngine: Engine | undefined;
  mayAsk: boolean;
  isStale: boolean;
  onAct: (act: Act) => void;
}

export function isMonitor(question: Monitor | Question): question is Monitor {
  return "cadence" in question;
}

function isAsked(question: Monitor | Question, engine: Engine): boolean {
  return !isMonitor(question) || question.engines.includes(engine);
}

/** Engines that any question asks, or that ever answered one. */
function columnsOf({ questions, rates }: Pick<MatrixProps, "questions" | "rates">): Engine[] {
  const asked = new Set<Engine>();
  for (const question of questions) {
    if (isMonitor(question)) for (const engine of question.engines) asked.add(engine);
    for (const { engine, samples, failedCount } of rates.get(question.id) ?? []) if (samples + failedCount > 0) asked.add(engine);
  }
  return ENGINES.filter((engine) => asked.has(engine));
}

export function Matrix(props: MatrixProps) {
  const { t } = useLingui();
  const { questions, mayAsk, isStale } = props;
  const columns = columnsOf(props);
  return (
    <Card label={t`Questions by engine`}>
      {/* The roles stay where a narrow screen lays the cells out otherwise. */}
      <table className={styles.matrix} role="table" data-stale={isStale || undefined}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col"><Trans>Question</Trans></th>
            {columns.map((engine) => <th key={engine} role="columnheader" scope="col">{ENGINE_NAMES[engine]}</th>)}
            {mayAsk ? <th role="columnheader" scope="col"><span className={styles.unseen}><Trans>Actions</Trans></span></th> : null}
          </tr>
        </thead>
        <tbody role="rowgroup">{questions.map((question) => <Row key={question.id} {...props} question={question} columns={columns} />)}</tbody>
      </table>
      <p className={styles.caption}>
        {props.search.show === undefined
          ? <Trans>Lines are 95 % intervals. Fewer than five answers are drawn dashed: too few to tell.</Trans>
          : <Trans>Intervals are known for citations alone. Failed requests are no answers and count nowhere.</Trans>}
      </p>
    </Card>
  );
}

function Row({ question, columns, rates, search, openEngine, mayAsk, onAct }: MatrixProps & { question: Monitor | Question; columns: readonly Engine[] }) {
  const found = rates.get(question.id) ?? [];
  const isOpen = search.monitor === question.id;
  return (
    <tr role="row" className={isOpen ? styles.open : undefined}>
      <th role="rowheader" scope="row">
        <Link from="/sites/$siteId/citations" to="." className={styles.question} search={(now: CitationsSearch) => ({ ...now, monitor: question.id, engine: undefined, answer: undefined })}>{question.query}</Link>
        {isMonitor(question) ? <State monitor={question} samples={found.reduce((sum, { samples }) => sum + samples, 0)} /> : null}
      </th>
      {columns.map((engine) => (
        <td key={engine} role="cell" data-engine={ENGINE_NAMES[engine]} data-idle={isAsked(question, engine) ? undefined : ""}>
          <Cell question={question} engine={engine} rates={found.find((one) => one.engine === engine)} measure={search.show ?? "cited"} isOpen={isOpen && openEngine === engine} />
        </td>
      ))}
      {mayAsk && isMonitor(question) ? <td role="cell" className={styles.acts}><RowActions monitor={question} onAct={onAct} /></td> : null}
    </tr>
  );
}

function State({ monitor, samples }: { monitor: Monitor; samples: number }) {
  if (isRunning(monitor)) return <small role="status" className={styles.running}><i aria-hidden="true" /><Trans>asking now</Trans></small>;
  if (monitor.lastRun?.status === "failed") return <small className={styles.bad}><Trans>the latest run got no answer</Trans></small>;
  if (monitor.lastRun === null) return <small><Trans>never asked yet</Trans></small>;
  if (!monitor.enabled && monitor.cadence !== "manual") return <small><Trans>paused</Trans></small>;
  return samples > 0 && samples < SAMPLES_LEAST ? <small><Trans>new, few answers yet</Trans></small> : null;
}

function RowActions({ monitor, onAct }: { monitor: Monitor; onAct: (act: Act) => void }) {
  const { t } = useLingui();
  const actions: Action<"run" | "edit" | "delete">[] = [
    ...(isRunning(monitor) ? [] : [{ id: "run" as const, words: t`Run now…` }]),
    { id: "edit", words: t`Edit…` },
    { id: "delete", words: t`Delete`, isBad: true },
  ];
  return <ActionMenu label={t`Actions for “${monitor.query}”`} actions={actions} onAction={(kind) => { onAct({ kind, monitor }); }} />;
}

interface CellProps {
  question: Monitor | Question;
  engine: Engine;
  rates: EngineRates | undefined;
  measure: Measure;
  isOpen: boolean;
}

function Cell({ question, engine, rates, measure, isOpen }: CellProps) {
  const { t } = useLingui();
  const forms = useForms();
  if (rates === undefined || rates.samples + rates.failedCount === 0) {
    return <span className={styles.none}>{isAsked(question, engine) ? <Trans>no answer yet</Trans> : <Trans>not asked</Trans>}</span>;
  }
  const { samples, failedCount, interval95 } = rates;
  const count = { cited: rates.citedCount, consulted: rates.consultedCount, mentioned: rates.mentionedCount }[measure];
  const isThin = samples < SAMPLES_LEAST;
  const ends = measure === "cited" && interval95 !== null ? interval95 : null;
  const of = t`${forms.number(count)} of ${forms.number(samples)}`;
  const range = ends === null ? "" : t`95 % interval ${forms.percent(ends.low)} to ${forms.percent(ends.high)}`;
  return (
    <Link
      from="/sites/$siteId/citations" to="." className={styles.cell} title={range} {...(isOpen ? { "aria-current": "true" as const } : { "aria-current": undefined })} activeProps={{}}
      search={(now: CitationsSearch) => ({ ...now, monitor: question.id, engine, answer: undefined })}
    >
      {samples === 0 ? <span className={styles.none}><Plural value={failedCount} one="# request failed" other="# requests failed" /></span> : (
        <>
          <b className={isThin ? styles.thin : undefined}>{forms.percent(count / samples)}</b>
          <small>{of}</small>
          {ends === null ? null : <><Whisker rate={count / samples} low={ends.low} high={ends.high} isThin={isThin} /><span className={styles.unseen}>{range}</span></>}
        </>
      )}
    </Link>
  );
}
