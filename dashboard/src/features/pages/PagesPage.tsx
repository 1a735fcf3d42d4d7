// `/sites/:siteId/pages`: every page with what readers did on it. Search, order and period stand in the address.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { Loading } from "../../shell/states";
import { OutsideLink } from "../../ui/Button";
import { SearchField } from "../../ui/fields";
import { Card, Empty, PageHead } from "../../ui/page";
import { LoadProblem } from "../../ui/Problem";
import tableStyles from "../../ui/table.module.css";
import { PeriodBar } from "../analytics/PeriodBar";
import { periodQuery } from "../analytics/period";
import { csvAddress, pagesQuery } from "../analytics/queries";
import { PageTable } from "./PageTable";

/** After the last letter; then the address changes and the API is asked. */
const SEARCH_AFTER_MS = 250;

export function PagesPage() {
  const { t } = useLingui();
  const { siteId } = useParams({ from: "/shell/sites/$siteId/pages" });
  const search = useSearch({ from: "/shell/sites/$siteId/pages" });
  const { data, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(pagesQuery(siteId, search));
  const rows = data?.pages.flatMap(({ items }) => items);
  const total = data?.pages[0]?.totals.pages ?? 0;
  const { q, sort, order } = search;
  return (
    <>
      <PageHead title={t`Pages`}>
        <PageSearch siteId={siteId} sought={q ?? ""} />
        <OutsideLink icon="download" isDownload href={csvAddress(siteId, "pages", { ...periodQuery(search), q, sort, order })}>CSV</OutsideLink>
      </PageHead>
      <PeriodBar search={search} />
      <Card label={t`Pages`}>
        {rows === undefined ? (
          error === null ? <Loading /> : <LoadProblem failure={error} onRetry={() => void refetch()} />
        ) : rows.length === 0 ? (
          <Empty title={q === undefined ? t`No page in this period` : t`No page is called that`}>
            {q === undefined ? <Trans>A page shows here once a reader opened it with the widget on it.</Trans> : <Trans>Addresses and titles are searched. Try fewer letters, or a longer period.</Trans>}
          </Empty>
        ) : (
          <>
            <PageTable
              siteId={siteId} search={search} rows={rows} isStale={isPlaceholderData} total={total}
              onEnd={() => { if (hasNextPage && !isFetchingNextPage) void fetchNextPage(); }}
            />
            <p className={tableStyles.caption}><Plural value={total} one="# page" other="# pages" /></p>
          </>
        )}
      </Card>
    </>
  );
}

function PageSearch({ siteId, sought }: { siteId: string; sought: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(sought);
  const [shown, setShown] = useState(sought);
  // Back undoes a search, also in the field.
  if (sought !== shown) {
    setShown(sought);
    setTyped(sought);
  }
  useEffect(() => {
    if (typed === sought) return undefined;
    const timer = setTimeout(() => {
      void navigate({ to: "/sites/$siteId/pages", params: { siteId }, search: (now) => ({ ...now, q: typed === "" ? undefined : typed }), replace: sought !== "" });
    }, SEARCH_AFTER_MS);
    return () => { clearTimeout(timer); };
  }, [typed, sought, navigate, siteId]);
  return <SearchField label={t`Find a page`} value={typed} onChange={setTyped} maxLength={200} />;
}
