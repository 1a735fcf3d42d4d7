// A note that proposed rules wait for approval, with a link to them. It is shown on the pages about prompts and rules.

import { Plural, Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { Note } from "../../../ui/page/page";
import { useDismissedIds, waitingQuery } from "./waiting";

export function WaitingProposals({ siteId }: { siteId: string }) {
  const dismissed = useDismissedIds();
  const { data } = useQuery(waitingQuery(siteId));
  const waiting = (data ?? 0) - dismissed.size;
  if (waiting <= 0) return null;
  return (
    <Note>
      <Plural
        value={waiting}
        one="# text for a single page is waiting for your approval."
        other="# texts for single pages are waiting for your approval."
      />{" "}
      <Link to="/sites/$siteId/rules/proposed" params={{ siteId }}>
        <Trans>Review</Trans>
      </Link>
    </Note>
  );
}
