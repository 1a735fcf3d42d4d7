// When lines of the site's log last arrived, beside the title of the page.

import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";

import { Tag } from "../../../ui/page/page";
import { useClock, useForms } from "../../../words/forms";
import type { CrawlersSearch } from "../../shared/analytics/search";
import { readsQuery } from "./queries";

const SECOND_MS = 1000;

export function LastRead({ siteId, search }: { siteId: string; search: CrawlersSearch }) {
  const forms = useForms();
  const clock = useClock(SECOND_MS);
  const { data } = useQuery(readsQuery(siteId, search));
  if (data === undefined || data.lastBatchAt === null) return null;
  const ago = forms.ago(data.lastBatchAt, clock);
  return (
    <Tag tone="good">
      <Trans>log read {ago}</Trans>
    </Tag>
  );
}
