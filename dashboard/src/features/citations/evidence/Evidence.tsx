// The answers of an engine to a question, one at a time. Each shows its text, its sources, and to whom they belong.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import { usePlace } from "../../../shell/place";
import { Button } from "../../../ui/elements/Button";
import { Icon } from "../../../ui/elements/Icon";
import { Empty, Note, Tag } from "../../../ui/page/page";
import { NotLoaded } from "../../../ui/loading/Loaded";
import segments from "../../../ui/fields/Segments.module.css";
import { useForms } from "../../../words/forms";
import { EvidenceMeter, EvidenceSides } from "../changes/EvidenceMeter";
import { Answer } from "./Answer";
import { NewReading, NoClearChange } from "./NoClearChange";
import { ByCompetitor } from "../rates/ByCompetitor";
import type { RunChange } from "../rates/changes";
import { TitledChange } from "../../shared/citations/RateChange";
import { ENGINES, ENGINE_NAMES, type Engine } from "../../shared/citations/engines";
import styles from "./Evidence.module.css";
import type { MonitorAction } from "../monitor/MonitorActions";
import { answerFailureWords, readinessWords, runFailureWords } from "../failure_words";
import {
  answersQuery,
  isRunning,
  questionEvidenceQuery,
  type Citation,
  type CitationPeriod,
  type Monitor,
  type Question,
} from "../queries";
import type { CitationsSearch } from "../search";

interface EvidenceProps {
  siteId: string;
  question: Question;
  engine: Engine | undefined;
  search: CitationsSearch;
  period: CitationPeriod;
  onAct: (act: MonitorAction) => void;
}

const here = { from: "/sites/$siteId/citations", to: ".", activeProps: {}, resetScroll: false } as const;

export function Evidence({ siteId, question, engine, search, period, onAct }: EvidenceProps) {
  const { t } = useLingui();
  const { site } = usePlace();
  const head = useRef<HTMLHeadingElement>(null);
  // On narrow screens the panel replaces the matrix. The clicked cell then no longer exists, so the focus moves to the
  // panel.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.checkVisibility() === false)
      head.current?.focus();
  }, []);
  const shown = ENGINES.filter((one) => question.rates.byEngine.some((rates) => rates.engine === one));
  const chosen = engine ?? shown[0];
  return (
    <section className={styles.panel} aria-labelledby="evidence">
      <header className={styles.head}>
        <h2 id="evidence" ref={head} tabIndex={-1}>
          {question.query}
        </h2>
        <Link
          {...here}
          className={styles.icon}
          aria-label={t`Close`}
          search={(now: CitationsSearch) => ({ ...now, monitor: undefined, engine: undefined, answer: undefined })}
        >
          <Icon name="close" />
        </Link>
      </header>
      {question.monitor === undefined ? null : <Settings monitor={question.monitor} onAct={onAct} />}
      <div className={styles.engines}>
        <div className={segments.segments} role="group" aria-label={t`Engine`}>
          {shown.map((one) => (
            <Link
              key={one}
              {...here}
              className={segments.segment}
              {...(one === chosen ? { "aria-current": "true" as const } : { "aria-current": undefined })}
              search={(now: CitationsSearch) => ({ ...now, engine: one, answer: undefined })}
            >
              {ENGINE_NAMES[one]}
            </Link>
          ))}
        </div>
      </div>
      {chosen === undefined ? null : (
        <RunComparison change={question.rates.lastRun?.changes.find((one) => one.engine === chosen)} />
      )}
      {chosen === undefined ? null : <CellEvidence siteId={siteId} question={question} engine={chosen} />}
      {chosen === undefined ? null : (
        <Answers
          key={chosen}
          siteId={siteId}
          question={question}
          engine={chosen}
          period={period}
          answer={search.answer}
        />
      )}
      <ByCompetitor siteId={siteId} period={period} siteName={site?.name ?? t`This site`} monitorId={question.id} />
    </section>
  );
}

/** How far a change of this rate is that is not clear yet. Beside a clear change, only evidence that grows is of interest. */
function CellEvidence({ siteId, question, engine }: { siteId: string; question: Question; engine: Engine }) {
  const { data } = useQuery(questionEvidenceQuery(siteId, question.id));
  const evidence = data?.find((one) => one.level === "cell" && one.engine === engine);
  const hasChange =
    question.rates.lastRun?.changes.some((one) => one.engine === engine && one.change !== null) === true;
  if (evidence === undefined || (hasChange && evidence.outlook !== "growing")) return null;
  return (
    <div className={styles.evidence}>
      <small>
        <EvidenceSides evidence={evidence} />
      </small>
      <EvidenceMeter evidence={evidence} />
    </div>
  );
}

function Settings({ monitor, onAct }: { monitor: Monitor; onAct: (act: MonitorAction) => void }) {
  const { t } = useLingui();
  const cadences: Record<Monitor["cadence"], string> = {
    daily: t`every day`,
    weekly: t`every week`,
    manual: t`manually`,
  };
  const cadence = monitor.enabled ? cadences[monitor.cadence] : t`paused`;
  const failure = monitor.lastRun?.failure ?? null;
  return (
    <div className={styles.settings}>
      <small>
        {cadence} · <Plural value={monitor.samplesPerRun} one="# sample per engine" other="# samples per engine" /> ·{" "}
        <Plural value={monitor.creditsPerRun} one="max. # credit per run" other="max. # credits per run" />
      </small>
      <Button
        isDisabled={isRunning(monitor)}
        onPress={() => {
          onAct({ kind: "run", monitor });
        }}
      >
        {isRunning(monitor) ? <Trans>Running</Trans> : <Trans>Run now…</Trans>}
      </Button>
      {failure === null ? null : (
        <div className={styles.why}>
          <Note tone="bad">{runFailureWords(failure)}</Note>
        </div>
      )}
    </div>
  );
}

/** What the latest run found beside the previous one, and the current change of the rate. */
function RunComparison({ change }: { change: RunChange | undefined }) {
  const forms = useForms();
  if (change === undefined) return null;
  const now = `${forms.number(change.citedCount)}/${forms.number(change.samples)}`;
  const before = `${forms.number(change.previousCitedCount)}/${forms.number(change.previousSamples)}`;
  return (
    <small className={styles.since}>
      <Trans>
        Cited in the latest run: {now}; in the previous run: {before}.
      </Trans>{" "}
      {change.flipped ? (
        <>
          <Trans>This is new in the latest run.</Trans>{" "}
        </>
      ) : null}
      {change.change !== null ? <TitledChange change={change.change} /> : <NoClearChange run={change} />}
      <NewReading since={change.newReadingSince} />
    </small>
  );
}

function Answers({
  siteId,
  question,
  engine,
  period,
  answer,
}: {
  siteId: string;
  question: Question;
  engine: Engine;
  period: CitationPeriod;
  answer: string | undefined;
}) {
  const { t } = useLingui();
  const { data: answers, error, refetch } = useQuery(answersQuery(siteId, period, question.id, engine));
  if (answers === undefined) return <NotLoaded error={error} refetch={refetch} />;
  const name = ENGINE_NAMES[engine];
  const status = question.monitor?.engineStatus.find((one) => one.engine === engine);
  if (answers.length === 0) {
    return (
      <Empty title={t`No answers from ${name} in this period`}>
        {readinessWords(status) ??
          (question.monitor === undefined ? undefined : t`Start a run now or choose a longer period.`)}
      </Empty>
    );
  }
  const found = answer === undefined ? 0 : answers.findIndex(({ id }) => id === answer);
  if (found < 0)
    return (
      <Empty title={t`Answer not found`}>
        <Trans>It was deleted with its question or was given before the selected period.</Trans>
      </Empty>
    );
  const citation = answers[found];
  return citation === undefined ? null : (
    <OneAnswer
      siteId={siteId}
      citation={citation}
      run={answers.filter(({ runId }) => runId === citation.runId).length}
      newer={answers[found - 1]}
      older={answers[found + 1]}
    />
  );
}

function OneAnswer({
  siteId,
  citation,
  run,
  newer,
  older,
}: {
  siteId: string;
  citation: Citation;
  run: number;
  newer: Citation | undefined;
  older: Citation | undefined;
}) {
  const { t } = useLingui();
  const forms = useForms();
  const step = (to: Citation | undefined, label: string, icon: "back" | "forth") =>
    to === undefined ? (
      <span className={`${styles.icon} ${styles.off}`} aria-hidden="true">
        <Icon name={icon} />
      </span>
    ) : (
      <Link
        {...here}
        replace
        className={styles.icon}
        aria-label={label}
        search={(now: CitationsSearch) => ({ ...now, engine: to.engine, answer: to.id })}
      >
        <Icon name={icon} />
      </Link>
    );
  return (
    <>
      <div className={styles.when}>
        <h3>
          {forms.moment(citation.ranAt)},{" "}
          <Trans>
            answer {citation.sample} of {Math.max(run, citation.sample)}
          </Trans>
        </h3>
        <span>
          {step(newer, t`Newer answer`, "back")}
          {step(older, t`Older answer`, "forth")}
        </span>
      </div>
      <div className={styles.tags}>
        <Outcome citation={citation} />
        <OtherSources citation={citation} />
        {citation.status === "succeeded" && !citation.searched ? (
          <Tag>
            <Trans>answered without a web search</Trans>
          </Tag>
        ) : null}
        <small className={styles.model} title={t`The model that answered`}>
          {citation.model}
        </small>
      </div>
      {citation.failure === null ? (
        <Answer siteId={siteId} citation={citation} />
      ) : (
        <div className={styles.failure}>
          <Note tone="warn">
            {answerFailureWords(citation.failure)} <Trans>Failed requests aren’t counted or charged.</Trans>
          </Note>
        </div>
      )}
    </>
  );
}

function Outcome({ citation }: { citation: Citation }) {
  const forms = useForms();
  switch (citation.outcome) {
    case "cited":
      return (
        <Tag tone="good">
          {citation.position === null ? (
            <Trans>Cited</Trans>
          ) : (
            <Trans>Cited, position {forms.number(citation.position)}</Trans>
          )}
        </Tag>
      );
    case "consulted":
      return (
        <Tag>
          <Trans>Source only (not linked)</Trans>
        </Tag>
      );
    case "mentioned":
      return (
        <Tag>
          <Trans>Mentioned (not linked)</Trans>
        </Tag>
      );
    case "absent":
      return (
        <Tag>
          <Trans>Not mentioned</Trans>
        </Tag>
      );
    case null:
      return (
        <Tag tone="bad">
          <Trans>No answer</Trans>
        </Tag>
      );
  }
}

function OtherSources({ citation }: { citation: Citation }) {
  const cited = citation.competitors.filter((one) => one.cited);
  return cited.length === 0 ? null : (
    <Tag>
      <Plural value={cited.length} one="# competitor cited" other="# competitors cited" />
    </Tag>
  );
}
