// The AI loop: readers ask AI, AI sends readers, AI cites the site. These are three separate counts and never a
// conversion rate: readers who asked are not necessarily those who came.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { usePlatformName } from "../platforms/platforms";
import type { OverviewSearch } from "../analytics/search";
import { Card } from "../../../ui/page/page";
import segments from "../../../ui/fields/Segments.module.css";
import { segmentLink } from "../../../ui/fields/segment_link";
import { Table } from "../../../ui/tables/Table";
import { useForms } from "../../../words/forms";
import { decodedPath } from "../../../words/paths";
import styles from "./Loop.module.css";
import { CountTrack, RateTrack } from "./Track";
import { hasAllViews, useReasonWithoutRate } from "./not_filtered";
import type { OverviewAnswer } from "./metric_words";

const MAX_NAMED_SENDERS = 2;

export function Loop({ siteId, search, data }: { siteId: string; search: OverviewSearch; data: OverviewAnswer }) {
  const { t } = useLingui();
  const isByPage = search.loop === "pages";
  const link = (page: boolean, words: string) => (
    <Link
      to="/sites/$siteId/overview"
      params={{ siteId }}
      {...segmentLink(page === isByPage)}
      resetScroll={false}
      search={(now: OverviewSearch) => ({ ...now, loop: page ? ("pages" as const) : undefined })}
    >
      {words}
    </Link>
  );
  return (
    <Card
      title={t`AI loop`}
      end={
        <span className={segments.segments} role="group" aria-label={t`Pages in the AI loop`}>
          {link(false, search.page === undefined ? t`Whole site` : t`This page`)}
          {link(true, t`Top pages`)}
        </span>
      }
    >
      {isByPage ? <PageLoops siteId={siteId} data={data} /> : <SiteLoop data={data} isOfPage={isPage(search.page)} />}
      <p className={styles.caption}>
        <Trans>These are separate counts: readers who asked aren’t necessarily the ones who came back.</Trans>
      </p>
    </Card>
  );
}

/** Whether the filter is a single page, not a folder. */
function isPage(page: string | undefined): boolean {
  return page !== undefined && !page.endsWith("/**");
}

function Step({
  name,
  value,
  track,
  children,
}: {
  name: string;
  value: string;
  track: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className={styles.step}>
      <span className={styles.name}>{name}</span>
      <strong>{value}</strong>
      {track}
      <small>{children}</small>
    </li>
  );
}

/** The three counts of the site, or of the one page for which the figures were requested. */
export function SiteLoop({ data, isOfPage = false }: { data: OverviewAnswer; isOfPage?: boolean }) {
  const { totals, assistants, citations, pages } = data;
  const reasonWithoutRate = useReasonWithoutRate(data);
  const { t } = useLingui();
  const forms = useForms();
  const max = Math.max(totals.asks, totals.aiReferrals);
  const [page] = pages.items;
  // For one page, the share of answers that cite this page.
  const { citationRate, interval95 } =
    reasonWithoutRate !== null
      ? { citationRate: null, interval95: null }
      : isOfPage
        ? { citationRate: page?.citationShare ?? null, interval95: page?.interval95 ?? null }
        : citations;
  const { samples } = citations;
  return (
    <ol className={styles.steps}>
      <Step
        name={t`Readers asked AI`}
        value={forms.number(totals.asks)}
        track={<CountTrack value={totals.asks} max={max} />}
      >
        {hasAllViews(data) ? "\u00a0" : <Plural value={totals.views} one="in # view" other="in # views" />}
      </Step>
      <Step
        name={t`AI sent readers`}
        value={forms.number(totals.aiReferrals)}
        track={<CountTrack value={totals.aiReferrals} max={max} />}
      >
        <Senders assistants={assistants} total={totals.aiReferrals} />
      </Step>
      <Step
        name={isOfPage ? t`AI cites this page` : t`AI cites this site`}
        value={citationRate === null ? "–" : forms.percent(citationRate)}
        track={<RateTrack rate={citationRate} interval={interval95} />}
      >
        {reasonWithoutRate ??
          (samples === 0 ? (
            <Trans>no answers in this period</Trans>
          ) : interval95 === null ? (
            <Plural
              value={samples}
              one="# answer, too few for an interval"
              other="# answers, too few for an interval"
            />
          ) : (
            <Trans>
              95% interval {forms.interval(interval95.low, interval95.high)},{" "}
              <Plural value={samples} one="# answer" other="# answers" />
            </Trans>
          ))}
      </Step>
    </ol>
  );
}

function Senders({ assistants, total }: { assistants: OverviewAnswer["assistants"]; total: number }) {
  const forms = useForms();
  const platformName = usePlatformName();
  const senders = assistants.items
    .filter(({ visits, other }) => visits > 0 && other !== true)
    .sort((one, next) => next.visits - one.visits)
    .slice(0, MAX_NAMED_SENDERS);
  const rest = total - senders.reduce((sum, { visits }) => sum + visits, 0);
  if (senders.length === 0) return <>{"\u00a0"}</>;
  return (
    <>
      {senders.map(({ platform, visits }) => `${platformName(platform)} ${forms.number(visits)}`).join(" · ")}
      {rest > 0 ? (
        <>
          {" "}
          · <Trans>others {forms.number(rest)}</Trans>
        </>
      ) : null}
    </>
  );
}

function PageLoops({ siteId, data: { pages } }: { siteId: string; data: OverviewAnswer }) {
  const { t } = useLingui();
  const forms = useForms();
  const rows = pages.items.filter(({ path }) => path !== null);
  // A column without a value is not drawn.
  const hasShares = rows.some(({ citationShare }) => citationShare !== null);
  const most = Math.max(1, ...rows.flatMap(({ asks, aiReferrals }) => [asks, aiReferrals]));
  const count = (value: number) => (
    <>
      {forms.number(value)}
      <CountTrack value={value} max={most} />
    </>
  );
  return (
    <Table
      look={styles.pages}
      rows={rows}
      idOf={({ path }) => path ?? ""}
      columns={[
        {
          head: t`Page`,
          cell: ({ path }) => (
            <Link
              to="/sites/$siteId/overview"
              params={{ siteId }}
              search={(now: OverviewSearch) => ({ ...now, page: path ?? undefined, loop: undefined })}
              title={path ?? undefined}
            >
              {path === null ? null : decodedPath(path)}
            </Link>
          ),
        },
        { head: t`AI asks`, cell: ({ asks }) => count(asks) },
        { head: t`Visits`, cell: ({ aiReferrals }) => count(aiReferrals) },
        !hasShares
          ? null
          : {
              head: t`Cited`,
              cell: ({ citationShare, interval95 }) => (
                <>
                  {citationShare === null ? "–" : forms.percent(citationShare)}
                  <RateTrack rate={citationShare} interval={interval95} />
                </>
              ),
            },
      ]}
    />
  );
}
