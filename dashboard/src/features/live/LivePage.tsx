// `/sites/:siteId/live`: the last thirty minutes, minute by minute, and new events. Sends no requests while the page is
// hidden.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";

import type { Schemas } from "../../api/client";
import { BarList, type BarRow } from "../../ui/charts/BarList";
import { SeriesChart } from "../../ui/charts/SeriesChart";
import { Bar, Card, Empty, PageHead } from "../../ui/page/page";
import { Loaded } from "../../ui/loading/Loaded";
import { useForms, useClock } from "../../words/forms";
import { decodedPath } from "../../words/paths";
import { Mark } from "../shared/platforms/Mark";
import { usePlatformName } from "../shared/platforms/platforms";
import { useChartFile } from "../shared/files/chart_file";
import { liveQuery } from "../shared/analytics/queries";
import { FilterChips } from "../shared/period/FilterChips";
import { EventList } from "./EventList";
import styles from "./LivePage.module.css";

const SECOND_MS = 1_000;

export function LivePage() {
  const { t } = useLingui();
  const { siteId } = useParams({ from: "/shell/sites/$siteId/live" });
  const search = useSearch({ from: "/shell/sites/$siteId/live" });
  const { data, error, refetch } = useQuery(liveQuery(siteId));
  return (
    <>
      <PageHead
        title={t`Live`}
        guide="dashboard#what-is-happening-right-now"
        help={<Trans>Activity in the last 30 minutes. Readers are anonymous.</Trans>}
        beside={data === undefined ? undefined : <LastSeen at={data.lastEventAt} hasFailed={error !== null} />}
      />
      <Bar>
        <FilterChips page="live" search={search} />
      </Bar>
      <Loaded query={{ data, error, refetch }} card={t`Live`}>
        {(data) => <Live siteId={siteId} data={data} />}
      </Loaded>
    </>
  );
}

function LastSeen({ at, hasFailed }: { at: string | null; hasFailed: boolean }) {
  const forms = useForms();
  const clock = useClock(SECOND_MS);
  return (
    <span className={styles.seen} data-quiet={at === null || hasFailed || undefined}>
      <i />
      {hasFailed ? (
        <Trans>Can’t reach Askline. Retrying…</Trans>
      ) : at === null ? (
        <Trans>no events yet</Trans>
      ) : (
        <Trans>last event {forms.ago(at, clock)}</Trans>
      )}
    </span>
  );
}

function Live({ siteId, data }: { siteId: string; data: Schemas["Live"] }) {
  const { t } = useLingui();
  const forms = useForms();
  const navigate = useNavigate();
  const onSave = useChartFile();
  const platformName = usePlatformName();
  const { series, totals, pages, assistants, newest, automated } = data;
  const plot = useMemo(
    () => ({
      slots: series.map(({ minute }, place) => ({
        id: minute,
        name: forms.time(minute),
        tick: forms.time(minute),
        isWeekend: false,
        isRunning: place === series.length - 1,
      })),
      series: [
        { id: "asks", name: t`AI asks`, color: 1, values: series.map(({ asks }) => asks) },
        { id: "aiReferrals", name: t`Visits from AI`, color: 2, values: series.map(({ aiReferrals }) => aiReferrals) },
        {
          id: "views",
          name: t`Views not from AI`,
          color: null,
          values: series.map(({ views, aiReferrals }) => Math.max(0, views - aiReferrals)),
        },
      ],
      isWhole: true,
      form: forms.number,
    }),
    [series, forms, t],
  );
  const pageRows: BarRow[] = [...pages]
    .sort((one, next) => next.views - one.views || next.asks - one.asks)
    .map(({ path, asks, views }) => ({
      id: path,
      name: decodedPath(path),
      value: views,
      more: [forms.number(asks)],
      link: (inside) => (
        <Link to="/sites/$siteId/overview" params={{ siteId }} search={{ days: 1, page: path }}>
          {inside}
        </Link>
      ),
    }));
  const assistantRows: BarRow[] = [...assistants]
    .sort((one, next) => next.asks - one.asks || next.visits - one.visits)
    .map(({ platform, asks, visits }) => ({
      id: platform,
      name: platformName(platform),
      value: asks,
      more: [forms.number(visits)],
      mark: <Mark id={platform} />,
      link:
        platform === "other"
          ? undefined
          : (inside) => (
              <Link to="/sites/$siteId/overview" params={{ siteId }} search={{ days: 1, platform }}>
                {inside}
              </Link>
            ),
    }));
  return (
    <>
      <ul className={styles.figures} aria-label={t`The last 30 minutes`}>
        <li>
          <span>{t`AI asks`}</span>
          <strong>{forms.number(totals.asks)}</strong>
        </li>
        <li>
          <span>{t`Visits from AI`}</span>
          <strong>{forms.number(totals.aiReferrals)}</strong>
        </li>
        <li>
          <span>{t`Views`}</span>
          <strong>{forms.number(totals.views)}</strong>
        </li>
      </ul>
      <SeriesChart
        {...plot}
        title={t`The last 30 minutes`}
        slotName={t`Minute`}
        end={<Trans>your local time</Trans>}
        onSave={onSave}
        onFollow={(href) => void navigate({ href })}
      />
      <div className={styles.columns}>
        <Card
          title={t`Latest events`}
          end={newest.length === 0 ? undefined : <Plural value={newest.length} one="the latest" other="the latest #" />}
        >
          {newest.length === 0 ? (
            <Empty title={t`No activity in the last 30 minutes`}>
              <Trans>Events appear here within five seconds.</Trans>
            </Empty>
          ) : (
            <EventList events={newest} />
          )}
        </Card>
        <div className={styles.side}>
          <Card title={t`Pages`}>
            {pageRows.length === 0 ? (
              <Empty title={t`No readers right now`} />
            ) : (
              <BarList rows={pageRows} head={[t`Page`, t`Views`, t`Asks`]} of={totals.views} />
            )}
          </Card>
          {automated.automatedHits === 0 ? null : (
            <Card
              title={t`Automated browsers`}
              end={<Plural value={automated.automatedHits} one="# event" other="# events" />}
            >
              <p className={styles.note}>
                <Trans>Programs, such as tests, drive these browsers. They aren’t counted as readers.</Trans>
              </p>
              <EventList events={automated.newest} isAutomated />
            </Card>
          )}
          <Card title={t`Assistants`}>
            {assistantRows.length === 0 ? (
              <Empty title={t`No asks yet`} />
            ) : (
              <BarList rows={assistantRows} head={[t`Assistant`, t`Asks`, t`Visits`]} of={totals.asks} />
            )}
          </Card>
        </div>
      </div>
    </>
  );
}
