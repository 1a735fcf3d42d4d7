// An error: what happened, what to do, and the request's id for support.

import { useLingui as useLanguage } from "@lingui/react";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { ApiFailure, Unreachable, isServerError, isSessionEnd, isShownAtFields } from "../../api/failure";
import type { Credential } from "../../words/errors";
import { failureWords } from "../../words/failures";
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

export function useWords(): typeof failureWords {
  // Renders again when the language changes.
  useLanguage();
  return failureWords;
}

/** The error above a form, which keeps what was typed. Empty if every message is shown at its field. */
export function FormProblem({
  failure,
  fields = [],
  credential,
}: {
  failure: unknown;
  fields?: readonly string[];
  credential?: Credential;
}) {
  const words = useWords();
  // The shell handles an ended session: it asks for the password over the page.
  if (failure === null || failure === undefined || isSessionEnd(failure)) return null;
  if (isShownAtFields(failure, fields)) return null;
  return (
    <Note tone="bad" isAlert>
      {words(failure, credential)} {isServerError(failure) ? <RequestId failure={failure} /> : null}
    </Note>
  );
}

/** Shown instead of content that could not be loaded. `isPage` is true if the page shows nothing else. */
export function LoadProblem({
  failure,
  onRetry,
  isPage = false,
}: {
  failure: unknown;
  onRetry: () => void;
  isPage?: boolean;
}) {
  const { t } = useLingui();
  const words = useWords();
  const isTooOften = failure instanceof ApiFailure && failure.code === "RATE_LIMITED";
  const isForbidden = failure instanceof ApiFailure && failure.code === "FORBIDDEN";
  const title = isForbidden
    ? t`You don’t have access`
    : failure instanceof Unreachable
      ? t`No connection`
      : isTooOften
        ? t`Too many requests`
        : t`Couldn’t load this`;
  return (
    <div role="alert">
      <Empty
        title={title}
        isPage={isPage}
        // Trying again would be refused again.
        action={
          isForbidden ? undefined : (
            <>
              <Button onPress={onRetry}>
                <Trans>Try again</Trans>
              </Button>
              {isTooOften ? null : <RequestId failure={failure} />}
            </>
          )
        }
      >
        {isTooOften ? (
          <Trans>Wait a moment, then try again.</Trans>
        ) : failure instanceof ApiFailure && failure.code === "INTERNAL_ERROR" ? (
          <Trans>Askline had a problem. Try again. If it fails again, send the request ID to your administrator.</Trans>
        ) : (
          words(failure)
        )}
      </Empty>
    </div>
  );
}

/** A whole page without content that says why, with a link to another page. */
export function MessagePage({ title, children, way }: { title: string; children: ReactNode; way: ReactNode }) {
  return (
    <div className={styles.dead}>
      <Empty isPage title={title} action={way}>
        {children}
      </Empty>
    </div>
  );
}
