// `/sites/:siteId/overview`: the figures of a site and whether it is cited. Filters are in the address, so that Back
// undoes them.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams, useSearch } from "@tanstack/react-router";
import { memo, useDeferredValue, useEffect, useMemo } from "react";

import { Card, PageHead } from "../../ui/page/page";
import { LinkButton } from "../../ui/elements/Button";
import { part } from "../../ui/loading/part";
import { Loaded, Loading } from "../../ui/loading/Loaded";
import { useHasEvents } from "../shared/install/first_event";
import { PeriodBar } from "../shared/period/PeriodBar";
import { overviewQuery } from "../shared/analytics/queries";
import { Figures } from "./Figures";
import { LivePill } from "./LivePill";
import { NoFigures } from "../shared/analytics/NoFigures";
import { Loop } from "../shared/loop/Loop";
import { OverviewFile } from "./OverviewFile";
import { OverviewChart } from "./OverviewChart";
import styles from "./OverviewPage.module.css";
import { Panels, type PanelsProps } from "./Panels";
import type { OverviewAnswer } from "../shared/loop/metric_words";

function hasCounts({ totals: { views, asks, shares, aiReferrals } }: OverviewAnswer): boolean {
  return views + asks + shares + aiReferrals > 0;
}

const OverviewSheet = part(() => import("./OverviewSheet").then(({ OverviewSheet: component }) => component));

const MissingViews = part(() => import("../shared/install/MissingViews").then(({ MissingViews: loaded }) => loaded));

export function OverviewPage() {
  const { t } = useLingui();
  const { siteId } = useParams({ from: "/shell/sites/$siteId/overview" });
  const search = useSearch({ from: "/shell/sites/$siteId/overview" });
  const { data, error, refetch, isPlaceholderData } = useQuery(overviewQuery(siteId, search));
  // The figures are empty and there is no filter. If the widget was never seen either, the start page says what to do.
  const isBlank = data !== undefined && !hasCounts(data) && search.page === undefined && search.platform === undefined;
  const hasEvents = useHasEvents(siteId, isBlank);
  if (isBlank && hasEvents === false) return <Navigate to="/sites/$siteId/start" params={{ siteId }} replace />;
  if (isBlank && hasEvents === undefined)
    return (
      <>
        <PageHead title={t`Overview`} />
        <Loading />
      </>
    );
  return (
    <>
      <PageHead
        title={t`Overview`}
        guide="dashboard#what-changed-where-and-am-i-cited"
        help={
          <Trans>
            The AI loop: readers ask assistants about your pages, assistants send readers to you, and answers cite you.
            Click a row to filter all figures by it.
          </Trans>
        }
      >
        <LivePill siteId={siteId} />
        <LinkButton to="/sites/$siteId/report" params={{ siteId }}>
          <Trans>Report</Trans>
        </LinkButton>
        <OverviewFile siteId={siteId} search={search} />
      </PageHead>
      <MissingViews siteId={siteId} />
      <PeriodBar page="overview" search={search} range={isPlaceholderData ? undefined : data?.range} />
      <Loaded query={{ data, error, refetch }} card={t`Overview`}>
        {(data) => (
          <div className={styles.content} data-stale={isPlaceholderData || undefined}>
            <Figures siteId={siteId} search={search} data={data} />
            {hasCounts(data) || search.figure === "cited" ? (
              <OverviewChart siteId={siteId} search={search} data={data} />
            ) : (
              <Card label={t`Overview`}>
                <NoFigures title={t`No data for this period`} search={search}>
                  <Trans>Try a longer period.</Trans>
                </NoFigures>
              </Card>
            )}
            <Loop siteId={siteId} search={search} data={data} />
            <PanelsBelow siteId={siteId} search={search} data={data} />
          </div>
        )}
      </Loaded>
      {search.sheet === undefined ? null : <OverviewSheet siteId={siteId} search={search} name={search.sheet} />}
    </>
  );
}

const MemoizedPanels = memo(Panels);
/**
 * True while the first page is rendered, unless the document was opened by a reload or Back. Then everything is
 * rendered immediately, so that the browser can restore the scroll position.
 */
let isOpening = performance
  .getEntriesByType("navigation")
  .every((entry) => (entry as PerformanceNavigationTiming).type === "navigate");

/** The panels below the first screen are rendered after the figures and the chart. */
function PanelsBelow({ siteId, search, data }: PanelsProps) {
  const now = useMemo((): PanelsProps => ({ siteId, search, data }), [siteId, search, data]);
  const drawn = useDeferredValue(now, isOpening ? null : now);
  useEffect(() => {
    isOpening = false;
  }, []);
  return <div className={styles.columns}>{drawn === null ? null : <MemoizedPanels {...drawn} />}</div>;
}
