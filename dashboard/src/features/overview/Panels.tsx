// The panels: assistants, pages, traffic sources, questions, shares, crawlers and devices. Each shows the first rows;
// "All" shows every row. If a row can be used as a filter, it is a link.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { Icon } from "../../ui/elements/Icon";
import segments from "../../ui/fields/Segments.module.css";
import { segmentLink } from "../../ui/fields/segment_link";
import { useForms } from "../../words/forms";
import { Mark } from "../shared/platforms/Mark";
import type { ComparedRow } from "../shared/analytics/ComparedRows";
import { useNames } from "../shared/analytics/names";
import { usePlatformName } from "../shared/platforms/platforms";
import { canRankChanges, changedPagesQuery, topFoldersQuery } from "../shared/analytics/queries";
import { decodedPath } from "../../words/paths";
import type { OverviewSearch, SheetName } from "../shared/analytics/search";
import { CrawlerPanel } from "./CrawlerPanel";
import { Panel } from "./Panel";
import type { OverviewAnswer } from "../shared/loop/metric_words";
import { FIGURES_OF_SHEET, hasAllViews, useReasonLeftOut } from "../shared/loop/not_filtered";
import { useDeviceRows } from "../shared/analytics/device_rows";

const MAX_ROWS = 9;

export interface PanelsProps {
  siteId: string;
  search: OverviewSearch;
  data: OverviewAnswer;
}

export function Panels(props: PanelsProps) {
  const { t } = useLingui();
  const { siteId, data } = props;
  const names = useNames();
  const forms = useForms();
  const platformName = usePlatformName();
  const all = (sheet: SheetName, total: number, shown: number, words: ReactNode) =>
    total > shown ? (
      <AllLink siteId={siteId} sheet={sheet}>
        {words}
      </AllLink>
    ) : undefined;
  const { assistants, questions, items, referrers, sources, shares, crawlers } = data;
  const devices = useDeviceRows(data);
  const hasViews = !hasAllViews(data);
  const reasonLeftOut = useReasonLeftOut(data);
  const reasonOf = (sheet: SheetName): string | null => reasonLeftOut(FIGURES_OF_SHEET[sheet]);
  const assistantRows: ComparedRow[] = assistants.items.map(({ platform, asks, visits, other, ...before }) => ({
    id: platform,
    name: platformName(platform),
    value: asks,
    more: [forms.number(visits)],
    before,
    mark: <Mark id={platform} />,
    link:
      other === true
        ? undefined
        : (inside) => (
            <Link
              to="/sites/$siteId/overview"
              params={{ siteId }}
              search={(now: OverviewSearch) => ({ ...now, platform })}
            >
              {inside}
            </Link>
          ),
  }));
  return (
    <>
      <Panel
        title={t`Assistants`}
        reason={reasonOf("assistants")}
        head={[t`Assistant`, t`Asks`, t`Visits`]}
        rows={assistantRows}
        of={data.totals.asks}
        foot={all(
          "assistants",
          assistants.total,
          assistants.items.length,
          <Plural value={assistants.total} one="View assistant →" other="All # assistants →" />,
        )}
      />
      <PagePanel {...props} />
      <Panel
        title={t`Traffic sources`}
        reason={reasonOf("sources")}
        head={[t`Source`, t`Visits`]}
        rows={referrers.items.map(({ type, value }) => ({ id: type, name: names.source(type), value }))}
        foot={all(
          "sources",
          sources.total,
          0,
          <Plural value={sources.total} one="View source →" other="All # sources →" />,
        )}
      />
      <Panel
        title={t`Questions that readers asked`}
        reason={reasonOf("questions")}
        head={[t`Question`, t`Asks`]}
        of={data.totals.questionClicks}
        rows={questions.items.map((row) => ({
          id: row.questionId,
          name: names.question(row),
          value: row.value,
          before: row,
        }))}
        foot={all(
          "questions",
          questions.total,
          questions.items.length,
          <Plural value={questions.total} one="View question →" other="All # questions →" />,
        )}
      />
      {items.total === 0 ? null : (
        <Panel
          title={t`Own items`}
          head={[t`Item`, t`Clicks`]}
          rows={items.items.map((row) => ({ id: row.itemId, name: names.item(row), value: row.value, before: row }))}
          foot={all("items", items.total, 0, <Plural value={items.total} one="View item →" other="All # items →" />)}
        />
      )}
      <Panel
        title={t`Shares`}
        reason={reasonOf("shares")}
        head={[t`Channel`, t`Shares`]}
        of={data.totals.shares}
        rows={shares.items.map(({ channel, value, ...before }) => ({
          id: channel,
          name: names.channel(channel),
          value,
          before,
          mark: <ChannelMark channel={channel} />,
        }))}
        foot={all(
          "shares",
          shares.total,
          shares.items.length,
          <Plural value={shares.total} one="View channel →" other="All # channels →" />,
        )}
      />
      <CrawlerPanel
        {...props}
        reason={reasonOf("crawlers")}
        whole={all(
          "crawlers",
          crawlers.total,
          crawlers.items.length,
          <Plural value={crawlers.total} one="View crawler →" other="All # crawlers →" />,
        )}
      />
      <Panel
        title={t`Devices`}
        head={hasViews ? [t`Device`, t`Views`, t`Asks`] : [t`Device`, t`Asks`]}
        of={hasViews ? data.totals.views : data.totals.asks}
        rows={devices
          .filter(({ asks }) => hasViews || asks > 0)
          .map(({ id, name, views, asks, before }) =>
            hasViews ? { id, name, value: views, before, more: [forms.number(asks)] } : { id, name, value: asks },
          )}
        foot={
          <>
            {hasViews ? null : (
              <p>
                <Trans>Views: not available for a single assistant or network.</Trans>
              </p>
            )}
            <p>
              <Trans>No countries: Askline doesn’t store IP addresses.</Trans>
            </p>
          </>
        }
      />
    </>
  );
}

/** Channels that are not networks have their own icon. */
function ChannelMark({ channel }: { channel: string }) {
  return channel === "copy" ? <Icon name="copy" /> : channel === "email" ? <Icon name="mail" /> : <Mark id={channel} />;
}

function AllLink({ siteId, sheet, children }: { siteId: string; sheet: SheetName; children: ReactNode }) {
  return (
    <Link
      to="/sites/$siteId/overview"
      params={{ siteId }}
      search={(now: OverviewSearch) => ({ ...now, sheet })}
      resetScroll={false}
    >
      {children}
    </Link>
  );
}

function PagePanel({ siteId, search, data }: PanelsProps) {
  const { pages, totals } = data;
  const { t } = useLingui();
  const forms = useForms();
  const isByFolder = search.by === "folder";
  const mayRank = canRankChanges(search);
  const isRanked = mayRank && !isByFolder && search.top !== undefined;
  const ranked = useQuery({ ...changedPagesQuery(siteId, search, MAX_ROWS), enabled: isRanked });
  const shownPages = isRanked ? (ranked.data ?? []) : pages.items;
  const folders = useQuery({ ...topFoldersQuery(siteId, search, MAX_ROWS), enabled: isByFolder });
  const filter = (page: string | null) => (inside: ReactNode) => (
    <Link
      to="/sites/$siteId/overview"
      params={{ siteId }}
      search={(now: OverviewSearch) => ({ ...now, page: page ?? undefined })}
    >
      {inside}
    </Link>
  );
  // Citations cannot be filtered by assistant, nor their rates by folder: a column without values is left out.
  const hasRates = useReasonLeftOut(data)("citations") === null;
  const hasCitations = isByFolder ? search.platform === undefined : hasRates;
  const share = (value: number | null) => (value === null ? "–" : forms.percent(value));
  const pageRows: ComparedRow[] = shownPages.map(({ path, asks, aiReferrals, citationShare, ...before }) => ({
    id: path ?? "",
    name: path === null ? t`Other pages` : decodedPath(path),
    value: asks,
    before,
    more: [forms.number(aiReferrals), ...(hasCitations ? [share(citationShare)] : [])],
    link: path === null ? undefined : filter(path),
  }));
  const folderRows: ComparedRow[] = (folders.data?.items ?? []).map(
    ({ path, aiClicks, questionClicks, aiReferrals, citations, ...before }) => ({
      id: path ?? "",
      name: path === null ? t`Other pages` : decodedPath(path),
      value: aiClicks + questionClicks,
      before,
      more: [forms.number(aiReferrals), ...(hasCitations ? [forms.number(citations)] : [])],
      link: path === null ? undefined : filter(path),
    }),
  );
  const link = (key: string, isChosen: boolean, words: string, change: Partial<OverviewSearch>) => (
    <Link
      key={key}
      to="/sites/$siteId/overview"
      params={{ siteId }}
      {...segmentLink(isChosen)}
      resetScroll={false}
      search={(now: OverviewSearch) => ({ ...now, ...change })}
    >
      {words}
    </Link>
  );
  return (
    <Panel
      title={t`Pages`}
      head={[
        isByFolder ? t`Folder` : t`Page`,
        t`Asks`,
        t`Visits`,
        ...(hasCitations ? [isByFolder ? t`Citations` : t`Cited`] : []),
      ]}
      rows={isByFolder ? folderRows : pageRows}
      of={totals.asks}
      isWaiting={isByFolder ? folders.data === undefined : isRanked && ranked.data === undefined}
      end={
        <span className={segments.segments} role="group" aria-label={t`Pages by`}>
          {link("top", !isByFolder && !isRanked, t`Top`, { by: undefined, top: undefined })}
          {mayRank
            ? [
                link("rising", search.top === "rising", t`Rising`, { by: undefined, top: "rising" }),
                link("falling", search.top === "falling", t`Falling`, { by: undefined, top: "falling" }),
              ]
            : null}
          {link("folder", isByFolder, t`By folder`, { by: "folder", top: undefined })}
        </span>
      }
      foot={
        <Link
          to="/sites/$siteId/pages"
          params={{ siteId }}
          search={{
            days: search.days,
            from: search.from,
            to: search.to,
            platform: search.platform,
            by: search.by,
            ...(isRanked
              ? { sort: "change" as const, order: search.top === "falling" ? ("asc" as const) : undefined }
              : {}),
          }}
        >
          {isByFolder ? (
            <Trans>All folders →</Trans>
          ) : (
            <Plural value={pages.total} one="View page →" other="All # pages →" />
          )}
        </Link>
      }
    />
  );
}
