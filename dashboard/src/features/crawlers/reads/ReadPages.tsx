// From reading to citing: each page with its reads, asks, citations and visits.

import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";

import { Segments } from "../../../ui/fields/Segments";
import { Card, Empty } from "../../../ui/page/page";
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
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Page</Trans>
              </th>
              <th scope="col" className={table.wide}>
                <Trans>Training</Trans>
              </th>
              <th scope="col">
                <Trans>Search index</Trans>
              </th>
              <th scope="col">
                <Trans>For a person</Trans>
              </th>
              <th scope="col" className={table.wide}>
                <Trans>Readers asked</Trans>
              </th>
              <th scope="col">
                <Trans>Cited</Trans>
              </th>
              <th scope="col" className={table.wide}>
                <Trans>Visits back</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {report.pages.map((page) => (
              <Row key={page.path ?? ""} page={page} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function Row({ page }: { page: ReadPage }) {
  const { t } = useLingui();
  const forms = useForms();
  const clock = useClock(MINUTE_MS);
  const { lastReadAt, lastCrawler, citationShare } = page;
  const ago = lastReadAt === null ? "" : forms.ago(lastReadAt, clock);
  return (
    <tr>
      <th scope="row" className={table.address}>
        {page.path === null ? (
          t`Other pages`
        ) : (
          <Link from="/sites/$siteId/crawlers" to="/sites/$siteId/pages/file" search={{ path: page.path }}>
            {decodedPath(page.path)}
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
      </th>
      <td className={table.wide}>{forms.number(page.training)}</td>
      <td>{forms.number(page.search)}</td>
      <td>{forms.number(page.user)}</td>
      <td className={table.wide}>{forms.number(page.asks)}</td>
      <td>{citationShare === null ? "–" : forms.percent(citationShare)}</td>
      <td className={table.wide}>{forms.number(page.visitsBack)}</td>
    </tr>
  );
}
