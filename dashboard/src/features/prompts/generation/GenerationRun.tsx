// A generation from its price to its result. It starts only after the price was shown, and its progress is visible.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";
import { ProgressBar } from "react-aria-components";

import type { Schemas } from "../../../api/client";
import { Button } from "../../../ui/elements/Button";
import { Actions } from "../../../ui/dialogs/Dialog";
import { Note } from "../../../ui/page/page";
import { Loaded, NotLoaded } from "../../../ui/loading/Loaded";
import { FormProblem } from "../../../ui/page/Problem";
import styles from "./GenerationRun.module.css";
import { jobQuery } from "../../shared/prompts/queries";
import { generationFailureWords } from "./failure_words";

type Estimate = Schemas["GenerationEstimate"];

interface NotByModel {
  code: string;
  message: string;
  pages: number;
}

/** What the job reports; fields of later releases are ignored. */
interface Result {
  language: string;
  pagesRead: string[];
  createdPromptIds: string[];
  updatedPromptIds: string[];
  questions: string[];
  questionsStored: boolean;
  /** Pages with texts from the built-in generator although a model was asked, and why. */
  notByModel: NotByModel[];
  proposedRules: number;
}

export function readResult(result: unknown): Result {
  const found = (typeof result === "object" && result !== null ? result : {}) as Record<string, unknown>;
  const texts = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  return {
    language: typeof found.language === "string" ? found.language : "",
    pagesRead: texts(found.pagesRead),
    createdPromptIds: texts(found.createdPromptIds),
    updatedPromptIds: texts(found.updatedPromptIds),
    questions: texts(found.questions),
    questionsStored: found.questionsStored === true,
    notByModel: notByModelOf(found.pageTexts),
    proposedRules: typeof found.proposedRules === "number" ? found.proposedRules : 0,
  };
}

function notByModelOf(pageTexts: unknown): NotByModel[] {
  const { notByModel } = (typeof pageTexts === "object" && pageTexts !== null ? pageTexts : {}) as Record<
    string,
    unknown
  >;
  const isReason = (one: unknown): one is NotByModel =>
    typeof one === "object" &&
    one !== null &&
    "code" in one &&
    typeof one.code === "string" &&
    "message" in one &&
    typeof one.message === "string" &&
    "pages" in one &&
    typeof one.pages === "number";
  return Array.isArray(notByModel) ? notByModel.filter(isReason) : [];
}

export function Price({ estimate }: { estimate: Estimate }) {
  const { credits, available, generator, model, affordable } = estimate;
  if (credits === 0)
    return (
      <Note tone="good">
        <Trans>Free of charge: the built-in generator creates texts from your pages, without a model.</Trans>
      </Note>
    );
  return (
    <Note tone={affordable ? "calm" : "warn"}>
      <Plural
        value={credits}
        one="Costs # credit if it succeeds, nothing if it fails."
        other="Costs # credits if it succeeds, nothing if it fails."
      />{" "}
      {generator === "model" && model !== null ? (
        <>
          <Trans>{model} writes the texts.</Trans>{" "}
        </>
      ) : null}
      {affordable ? (
        <Plural value={available} one="# credit is available." other="# credits are available." />
      ) : (
        <Plural
          value={available}
          _0="No credits are available."
          one="Only # credit is available."
          other="Only # credits are available."
        />
      )}
    </Note>
  );
}

interface StartProps {
  estimate: Estimate | undefined;
  /** Why the price could not be loaded. */
  error: unknown;
  onRetry: () => void;
  failure: unknown;
  isPending: boolean;
  isReady: boolean;
  onStart: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog before the generation starts. */
export function GenerationStart({
  estimate,
  error,
  onRetry,
  failure,
  isPending,
  isReady,
  onStart,
  onClose,
  children,
}: StartProps) {
  return (
    <>
      {children}
      <Loaded query={{ data: estimate, error, refetch: onRetry }}>{(estimate) => <Price estimate={estimate} />}</Loaded>
      <FormProblem failure={failure} />
      <Actions>
        <Button onPress={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          look="primary"
          isPending={isPending}
          isDisabled={!isReady || estimate?.affordable !== true}
          onPress={onStart}
        >
          <Trans>Generate</Trans>
        </Button>
      </Actions>
    </>
  );
}

/** The dialog while the generation runs, and its result. The job continues if the dialog is closed. */
export function GenerationRun({
  orgId,
  siteId,
  jobId,
  onClose,
}: {
  orgId: string;
  siteId: string;
  jobId: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { data: job, error, refetch } = useQuery(jobQuery(orgId, jobId));
  const state = job?.state;
  useEffect(() => {
    if (state !== "succeeded") return;
    for (const name of ["prompts", "prompt", "site", "rules", "proposed", "credits"])
      void queryClient.invalidateQueries({ queryKey: [name] });
  }, [state, queryClient]);
  if (job === undefined) return <NotLoaded error={error} refetch={refetch} />;
  const close = (
    <Actions>
      <Button look="primary" onPress={onClose}>
        <Trans>Close</Trans>
      </Button>
    </Actions>
  );
  if (job.state === "succeeded")
    return (
      <>
        <Done siteId={siteId} result={readResult(job.result)} />
        {close}
      </>
    );
  if (job.state === "failed")
    return (
      <>
        <Note tone="bad" isAlert>
          {job.failure === null ? t`That didn’t work.` : generationFailureWords(job.failure)}{" "}
          <Trans>Nothing was changed or charged.</Trans>
        </Note>
        {close}
      </>
    );
  const { progress } = job;
  return (
    <>
      <ProgressBar
        className={styles.progress}
        aria-label={t`Progress`}
        {...(progress === null || progress.total === 0
          ? { isIndeterminate: true }
          : { value: progress.done, maxValue: progress.total })}
      >
        {({ percentage, isIndeterminate }) => (
          <>
            <span className={styles.track} data-moving={isIndeterminate || undefined}>
              <i style={isIndeterminate ? {} : { width: `${String(percentage ?? 0)}%` }} />
            </span>
            <span>
              {job.state === "queued" ? (
                <Trans>Waiting to start…</Trans>
              ) : progress === null ? (
                <Trans>Reading your pages…</Trans>
              ) : (
                <Trans>
                  Reading your pages: step {progress.done} of {progress.total}
                </Trans>
              )}
            </span>
          </>
        )}
      </ProgressBar>
      {job.failure === null ? null : (
        <Note tone="warn">
          {generationFailureWords(job.failure)} <Trans>It will be retried.</Trans>
        </Note>
      )}
      <p className={styles.note}>
        <Trans>You can close this. It continues in the background, and the list shows the result.</Trans>
      </p>
      {close}
    </>
  );
}

function Done({ siteId, result }: { siteId: string; result: Result }) {
  const { createdPromptIds, updatedPromptIds, questions, questionsStored, pagesRead, notByModel, proposedRules } =
    result;
  return (
    <div role="status" className={styles.done}>
      <p>
        <Plural value={pagesRead.length} one="# page was read." other="# pages were read." />{" "}
        <Plural value={createdPromptIds.length} _0="No new prompts." one="# new prompt." other="# new prompts." />{" "}
        <Plural
          value={updatedPromptIds.length}
          _0="No prompts were regenerated."
          one="# prompt was regenerated."
          other="# prompts were regenerated."
        />
      </p>
      {questions.length === 0 ? null : (
        <>
          <p>
            {questionsStored ? <Trans>The widget suggests these questions now:</Trans> : <Trans>New questions:</Trans>}
          </p>
          <ul className={styles.questions}>
            {questions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
        </>
      )}
      {questions.length === 0 || questionsStored ? null : (
        <Note>
          <Trans>The widget keeps its current questions, because a person wrote or edited them.</Trans>
        </Note>
      )}
      {notByModel.map((reason) => (
        <Note key={reason.code}>
          <Plural
            value={reason.pages}
            one="# page has texts from the built-in generator."
            other="# pages have texts from the built-in generator."
          />{" "}
          {generationFailureWords(reason)}
        </Note>
      ))}
      {proposedRules === 0 ? null : (
        <Note tone="good">
          <Plural
            value={proposedRules}
            one="# text for a single page is waiting for your approval."
            other="# texts for single pages are waiting for your approval."
          />{" "}
          <Link to="/sites/$siteId/rules/proposed" params={{ siteId }}>
            <Trans>Review</Trans>
          </Link>
        </Note>
      )}
    </div>
  );
}
