// From reading to citing: each page with its reads, asks, citations and visits.

import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";

import { Segments } from "../../../ui/fields/Segments";
import { Card, Empty } from "../../../ui/page/page";
import { Table } from "../../../ui/tables/Table";
import table from "../../../ui/tables/table.module.css";
import { useClock, useForms } from "../../../words/forms";
import { decodedPath } from "../../../words/paths";
import type { CrawlersSearch, ReadPageList } from "../../shared/analytics/search";
import type { ReadPage, ReadsReport } from "./queries";

const MINUTE_MS = 60_000;

export function ReadPages({ report, search }: { report: ReadsReport; search: CrawlersSearch }) {
  const { t } = useLingui();
  const forms = useForms();
  const navigate = useNavigate({ from: "/sites/$siteId/crawlers" });
  const { neverCited, notRead } = report.pageCounts;
  const never = forms.number(neverCited);
  const unread = forms.number(notRead);
  return (
    <Card
      title={t`From reading to citing`}
      end={
        <Segments<ReadPageList>
          label={t`Pages`}
          choices={[
            { id: "all", label: t`All pages` },
            { id: "never_cited", label: t`Read, never cited ${never}` },
            { id: "not_read", label: t`Cited, not read ${unread}` },
          ]}
          chosen={search.list ?? "all"}
          onChoose={(list) =>
            void navigate({
              search: (now) => ({ ...now, list: list === "all" ? undefined : list }),
              resetScroll: false,
            })
          }
        />
      }
    >
      {report.pages.length === 0 ? (
        <Empty title={t`No pages in this list`} />
      ) : (
        <Table
          rows={report.pages}
          idOf={({ path }) => path ?? ""}
          columns={[
            { head: t`Page`, cellClass: table.address, cell: (page) => <Name page={page} /> },
            { head: t`Training`, from: 900, cell: ({ training }) => forms.number(training) },
            { head: t`Search index`, cell: (page) => forms.number(page.search) },
            { head: t`For a person`, cell: ({ user }) => forms.number(user) },
            { head: t`Readers asked`, from: 900, cell: ({ asks }) => forms.number(asks) },
            {
              head: t`Cited`,
              cell: ({ citationShare }) => (citationShare === null ? "–" : forms.percent(citationShare)),
            },
            { head: t`Visits back`, from: 900, cell: ({ visitsBack }) => forms.number(visitsBack) },
          ]}
        />
      )}
    </Card>
  );
}

function Name({ page: { path, lastReadAt, lastCrawler } }: { page: ReadPage }) {
  const { t } = useLingui();
  const forms = useForms();
  const clock = useClock(MINUTE_MS);
  const ago = lastReadAt === null ? "" : forms.ago(lastReadAt, clock);
  return (
    <>
      {path === null ? (
        t`Other pages`
      ) : (
        <Link from="/sites/$siteId/crawlers" to="/sites/$siteId/pages/file" search={{ path }}>
          {decodedPath(path)}
        </Link>
      )}
      <small>
        {lastReadAt === null || lastCrawler === null ? (
          <Trans>not read in this period</Trans>
        ) : (
          <Trans>
            last read by {lastCrawler} {ago}
          </Trans>
        )}
      </small>
    </>
  );
}
