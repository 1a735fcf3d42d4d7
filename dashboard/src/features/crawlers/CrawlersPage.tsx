// `/sites/:siteId/crawlers`: which crawlers read the pages, day by day, and readers' devices.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";

import { part } from "../../ui/loading/part";
import { PageHead } from "../../ui/page/page";
import { Loading } from "../../ui/loading/Loaded";
import { appliedOn } from "../shared/period/applied";
import { PeriodBar } from "../shared/period/PeriodBar";
import { periodQuery, type PeriodSearch } from "../shared/period/period";
import { crawlerSeriesQuery } from "../shared/analytics/queries";
import { TableFiles } from "../shared/analytics/TableFiles";
import { LastRead } from "./reads/LastRead";
import { Reads } from "./reads/Reads";
import { SourcesButton } from "./sources/SourcesButton";

const SourcesSheet = part(() => import("./sources/LogSources").then(({ SourcesSheet: component }) => component));
const JavaScriptCrawlers = part(
  () => import("./JavaScriptCrawlers").then(({ JavaScriptCrawlers: component }) => component),
  Loading,
);
const NewestLines = part(() => import("./reads/NewestLines").then(({ NewestLines: component }) => component));
const Devices = part(() => import("./Devices").then(({ Devices: component }) => component), Loading);

export function CrawlersPage() {
  const { t } = useLingui();
  const { siteId } = useParams({ from: "/shell/sites/$siteId/crawlers" });
  const inAddress = useSearch({ from: "/shell/sites/$siteId/crawlers" });
  const search = appliedOn("crawlers", inAddress);
  return (
    <>
      <PageHead
        title={t`Crawlers and devices`}
        guide="crawlers"
        beside={<LastRead siteId={siteId} search={search} />}
        help={
          <Trans>
            Crawlers are programs that read pages, many of them for AI products. They are counted separately from
            readers.
          </Trans>
        }
      >
        <TableFiles siteId={siteId} table="crawlers" query={periodQuery(search)} />
        <SourcesButton />
      </PageHead>
      <Periods siteId={siteId} search={search} inAddress={inAddress} />
      <Reads siteId={siteId} search={search} />
      {search.sources === "open" ? <SourcesSheet siteId={siteId} /> : null}
      <JavaScriptCrawlers siteId={siteId} search={search} />
      <Devices siteId={siteId} search={search} />
      <NewestLines siteId={siteId} />
    </>
  );
}

/** The period bar. Its dates come with the response that contains the figures. */
function Periods({
  siteId,
  search,
  inAddress,
}: {
  siteId: string;
  search: PeriodSearch;
  /** With the filters that the page cannot apply. */
  inAddress: PeriodSearch;
}) {
  const { data, isPlaceholderData } = useQuery(crawlerSeriesQuery(siteId, search));
  return <PeriodBar page="crawlers" search={inAddress} range={isPlaceholderData ? undefined : data?.range} />;
}
