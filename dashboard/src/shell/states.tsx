// Whole pages that say why there is no content.

import { Trans, useLingui } from "@lingui/react/macro";
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";

import { ApiFailure } from "../api/failure";
import { LinkButton } from "../ui/elements/Button";
import { MessagePage, LoadProblem } from "../ui/page/Problem";
import { useTitle } from "../ui/page/page";

export function Absent() {
  const { t } = useLingui();
  useTitle(t`Not found`);
  return (
    <MessagePage
      title={t`Page not found`}
      way={
        <LinkButton to="/" look="primary">
          <Trans>Go to dashboard</Trans>
        </LinkButton>
      }
    >
      <Trans>
        The address is wrong, the page was deleted, or it belongs to an organization that you are not a member of.
      </Trans>
    </MessagePage>
  );
}

/** Shown if opening a page failed. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (error instanceof ApiFailure && error.isAbsent) return <Absent />;
  return (
    <LoadProblem
      isPage
      failure={error}
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
    />
  );
}
