// Something did not work: what happened, what to do, and the request's id to quote.

import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { ApiFailure, Unreachable, isSessionEnd } from "../../api/failure";
import { refusalWords, violationWords } from "../../words/errors";
import { Button } from "../elements/Button";
import { CopyButton } from "../elements/CopyButton";
import { Empty, Note } from "./page";
import styles from "./Problem.module.css";

function RequestId({ failure }: { failure: unknown }) {
  if (!(failure instanceof ApiFailure) || failure.requestId === null) return null;
  return (
    <span className={styles.request}>
      <code>{failure.requestId}</code>
      <CopyButton text={failure.requestId} what="id" />
    </span>
  );
}

/** One reason that no field shows is told instead of the summary that there is one. */
function wordsOf(failure: ApiFailure): string {
  const [detail, another] = failure.details;
  return detail !== undefined && another === undefined && failure.code === "VALIDATION_FAILED" ? violationWords(detail) : refusalWords(failure.code, failure.message);
}

export function useWords(): (failure: unknown) => string {
  const { t } = useLingui();
  return (failure) => {
    if (failure instanceof Unreachable) return t`Can't reach Askline. Check your connection, then try again.`;
    if (failure instanceof ApiFailure) return wordsOf(failure);
    return t`Something went wrong in this page. Load it again.`;
  };
}

/** Above a form: what was typed stays in it. Where every message stands at its field there is nothing to say here. */
export function FormProblem({ failure, fields = [] }: { failure: unknown; fields?: readonly string[] }) {
  const words = useWords();
  // A session that ended is told by the shell, which asks for the password over the page.
  if (failure === null || failure === undefined || isSessionEnd(failure)) return null;
  if (failure instanceof ApiFailure) {
    const named = Object.keys(failure.fields);
    if (named.length > 0 && named.every((name) => fields.includes(name))) return null;
  }
  return <Note tone="bad" isAlert>{words(failure)} {isOurs(failure) ? <RequestId failure={failure} /> : null}</Note>;
}

/** In place of what could not be loaded. */
export function LoadProblem({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const { t } = useLingui();
  const words = useWords();
  const isTooOften = failure instanceof ApiFailure && failure.code === "RATE_LIMITED";
  const title = failure instanceof Unreachable ? t`No connection` : isTooOften ? t`Too many requests` : t`Couldn't load this`;
  return (
    <div role="alert">
      <Empty
        title={title}
        action={<><Button onPress={onRetry}><Trans>Try again</Trans></Button><RequestId failure={failure} /></>}
      >
        {words(failure)}
      </Empty>
    </div>
  );
}

/** A whole page that says why there is nothing to see, with a way back. */
export function Dead({ title, children, way }: { title: string; children: ReactNode; way: ReactNode }) {
  return <div className={styles.dead}><Empty isPage title={title} action={way}>{children}</Empty></div>;
}

function isOurs(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status >= 500;
}
