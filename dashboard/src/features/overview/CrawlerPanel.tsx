// The panel of crawlers. Without a log of the site's server, it has those that ran the widget.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import type { Schemas } from "../../api/client";
import { useForms } from "../../words/forms";
import type { RowBefore } from "../shared/analytics/RowChange";
import { useNames } from "../shared/analytics/names";
import type { OverviewAnswer } from "../shared/loop/metric_words";
import { Panel } from "./Panel";

interface CrawlerPanelProps {
  siteId: string;
  data: OverviewAnswer;
  /** Why the filter leaves these figures out. */
  reason: string | null;
  /** The link to the whole list of crawlers that ran the widget. */
  whole: ReactNode;
}

export function CrawlerPanel({
  siteId,
  data: { crawlers, reads = null, automation },
  reason,
  whole,
}: CrawlerPanelProps) {
  const { t } = useLingui();
  const names = useNames();
  const rows: readonly (RowBefore & { crawler: string; value: number })[] =
    reads?.items.map(({ crawler, reads: value }) => ({ crawler, value })) ?? crawlers.items;
  return (
    <Panel
      title={t`Crawlers`}
      reason={reason}
      head={[t`Crawler`, reads === null ? t`Requests` : t`Page reads`]}
      rows={rows.map(({ crawler, value, ...before }) => ({
        id: crawler,
        name: names.crawler(crawler),
        value,
        before,
      }))}
      foot={
        <>
          {reads === null ? (
            whole
          ) : (
            <Link to="/sites/$siteId/crawlers" params={{ siteId }} search={{}}>
              <Plural value={reads.total} one="View crawler →" other="All # crawlers →" />
            </Link>
          )}
          <AutomationNote automation={automation} />
        </>
      }
    />
  );
}

/** How many programs are left out of the figures about readers, and how many views of libraries are counted. */
function AutomationNote({ automation }: { automation: Schemas["Automation"] }) {
  const forms = useForms();
  const { crawlerHits, automatedHits, libraryViews } = automation;
  return (
    <>
      {crawlerHits + automatedHits === 0 ? null : (
        <p>
          <Trans>
            Not counted as readers: {forms.number(crawlerHits)} by crawlers, {forms.number(automatedHits)} by automated
            browsers.
          </Trans>
        </p>
      )}
      {libraryViews === 0 ? null : (
        <p>
          <Trans>
            Counted as readers: {forms.number(libraryViews)} views by HTTP libraries, which your app or proxy may send.
          </Trans>
        </p>
      )}
    </>
  );
}
