// What crawlers read, by the logs of the site's web servers.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import { BarSelect } from "../../../ui/fields/BarSelect";
import { Segments } from "../../../ui/fields/Segments";
import { Bar, Card, Empty } from "../../../ui/page/page";
import { part } from "../../../ui/loading/part";
import { Loading, NotLoaded } from "../../../ui/loading/Loaded";
import { EVIDENCE, READ_PURPOSES, type CrawlersSearch } from "../../shared/analytics/search";
import styles from "../CrawlersPage.module.css";
import { SourcesButton } from "../sources/SourcesButton";
import { useEvidenceNames, usePurposeNames } from "../../shared/analytics/read_names";
import { isFolder, readsQuery } from "./queries";
import { ReadFigures } from "./ReadFigures";
import { RefusedNotes } from "./RefusedNotes";
import { WhoReads } from "./WhoReads";

const ReadPages = part(() => import("./ReadPages").then(({ ReadPages: component }) => component), Loading);

export function Reads({ siteId, search }: { siteId: string; search: CrawlersSearch }) {
  const { t } = useLingui();
  // Figures of the whole site do not belong beside those of a folder.
  return search.page === undefined || !isFolder(search.page) ? (
    <ReadsOfSite siteId={siteId} search={search} />
  ) : (
    <Card title={t`Page reads by crawlers`}>
      <Empty title={t`Not available for a folder`}>
        <Trans>Reads by crawlers are counted for the site and for each page. Choose one page to see its reads.</Trans>
      </Empty>
    </Card>
  );
}

function ReadsOfSite({ siteId, search }: { siteId: string; search: CrawlersSearch }) {
  const { t } = useLingui();
  const { data, error, refetch, isPlaceholderData } = useQuery(readsQuery(siteId, search));
  if (data === undefined)
    return (
      <Card label={t`Page reads by crawlers`}>
        <NotLoaded error={error} refetch={refetch} />
      </Card>
    );
  if (data.lastBatchAt === null)
    return (
      <Card title={t`Page reads by crawlers`}>
        <Empty title={t`No log is connected`} action={<SourcesButton isPrimary />}>
          <Trans>
            Almost no AI crawler runs JavaScript, so the widget doesn’t see them. Your server’s log does. Connect it to
            see which crawlers read which pages, whether they are real, and whether your server refuses them.
          </Trans>
        </Empty>
      </Card>
    );
  return (
    <div className={styles.columns} data-stale={isPlaceholderData || undefined}>
      <Filters search={search} />
      <ReadFigures report={data} />
      <RefusedNotes crawlers={data.byCrawler} />
      <WhoReads report={data} />
      <ReadPages report={data} search={search} />
    </div>
  );
}

function Filters({ search }: { search: CrawlersSearch }) {
  const { t } = useLingui();
  const navigate = useNavigate({ from: "/sites/$siteId/crawlers" });
  const purposes = usePurposeNames();
  const evidence = useEvidenceNames();
  const show = (change: Partial<CrawlersSearch>): void => {
    void navigate({ search: (now) => ({ ...now, ...change }), resetScroll: false });
  };
  return (
    <Bar>
      <Segments
        label={t`Purpose`}
        choices={[
          { id: "all" as const, label: t({ message: "All", context: "purposes of crawlers" }) },
          ...READ_PURPOSES.map((id) => ({ id, label: purposes[id] })),
        ]}
        chosen={search.purpose ?? "all"}
        onChoose={(chosen) => {
          show({ purpose: chosen === "all" ? undefined : chosen });
        }}
      />
      <BarSelect
        label={t`Evidence`}
        choices={[
          { id: "all" as const, label: t`Evidence: all` },
          ...EVIDENCE.map((id) => ({ id, label: t`Evidence: ${evidence[id]}` })),
        ]}
        chosen={search.evidence ?? "all"}
        onChoose={(chosen) => {
          show({ evidence: chosen === "all" ? undefined : chosen });
        }}
      />
    </Bar>
  );
}
