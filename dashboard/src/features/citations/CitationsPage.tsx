// `/sites/:siteId/citations`: whether engines cite the site. Questions by engines, with the answers next to them.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";

import type { Schemas } from "../../api/client";
import { isAdmin } from "../../shell/navigation";
import { usePlace } from "../../shell/place";
import { Button } from "../../ui/elements/Button";
import { useIsBeingDeleted } from "../../ui/hooks/pending_deletions";
import { Bar, Card, Empty, PageHead, Shortened, Tag } from "../../ui/page/page";
import { part } from "../../ui/loading/part";
import segments from "../../ui/fields/Segments.module.css";
import { useForms, useClock } from "../../words/forms";
import { PeriodBar } from "../shared/period/PeriodBar";
import { TableFiles } from "../shared/analytics/TableFiles";
import styles from "./CitationsPage.module.css";
import { Matrix } from "./rates/Matrix";
import type { MonitorAction } from "./monitor/MonitorActions";
import { creditsQuery } from "../../api/queries";
import { Loading, NotLoaded } from "../../ui/loading/Loaded";
import { citationPeriod, monitorsQuery, summaryQuery, type Monitor, type Question } from "./queries";
import { MEASURES, openEngine, type CitationsSearch, type Measure } from "./search";

const MINUTE_MS = 60_000;

const Evidence = part(() => import("./evidence/Evidence").then(({ Evidence: component }) => component), Loading);
const WeeklyRates = part(() => import("./rates/WeeklyRates").then(({ WeeklyRates: component }) => component), Loading);
// Below the first screen.
const ByEngine = part(() => import("./rates/tables").then(({ ByEngine: component }) => component));
const ByCompetitor = part(() => import("./rates/tables").then(({ ByCompetitor: component }) => component));
const ChangeList = part(() => import("./changes/ChangeList").then(({ ChangeList: component }) => component), Loading);
const MonitorActs = part(() => import("./monitor/MonitorActions").then(({ MonitorActions: component }) => component));

export function CitationsPage() {
  const { org, site } = usePlace();
  return org === undefined || site === undefined ? (
    <Loading />
  ) : (
    <Citations
      orgId={org.id}
      name={site.name}
      timezone={site.timezone}
      mayAsk={org.role !== "viewer"}
      mayName={isAdmin(org.role)}
    />
  );
}

interface CitationsProps {
  orgId: string;
  name: string;
  timezone: string;
  mayAsk: boolean;
  /** Whether the person may change the site's brand names. */
  mayName: boolean;
}

function Citations({ orgId, name, timezone, mayAsk, mayName }: CitationsProps) {
  const { t } = useLingui();
  const { siteId } = useParams({ from: "/shell/sites/$siteId/citations" });
  const search = useSearch({ from: "/shell/sites/$siteId/citations" });
  const period = citationPeriod(search);
  const [act, setAct] = useState<MonitorAction | null>(null);
  const isBeingDeleted = useIsBeingDeleted();
  const monitors = useQuery({ ...monitorsQuery(siteId), enabled: mayAsk });
  const summary = useQuery(summaryQuery(siteId, search));
  useRunChanges(siteId, monitors.data);
  const answers =
    summary.data === undefined ? undefined : summary.data.totals.samples + summary.data.totals.failedCount;
  const failed = [summary, monitors].find(({ data, error }) => data === undefined && error !== null);
  const isWhole = summary.data !== undefined && (!mayAsk || monitors.data !== undefined);
  const questions = isWhole
    ? questionsOf(summary.data, monitors.data ?? []).filter(
        ({ id, monitor }) => !isBeingDeleted(id) && (monitor?.archivedAt ?? null) === null,
      )
    : undefined;
  const archived = (monitors.data ?? []).filter(({ archivedAt }) => archivedAt !== null).length;
  const open = questions?.find(({ id }) => id === search.monitor);
  const engine = openEngine(
    search,
    (open?.rates.byEngine ?? [])
      .filter(({ samples, failedCount }) => samples + failedCount > 0)
      .map((one) => one.engine),
  );
  return (
    <>
      <PageHead
        title={t`Citations`}
        guide="monitors"
        help={
          <Trans>
            How often AI engines link to your site when they are asked your questions. Each rate has a 95% interval,
            because engines answer differently each time.
          </Trans>
        }
        beside={
          <Tag>
            <Shortened brief={<Trans>via API</Trans>}>
              <Trans>measured via API</Trans>
            </Shortened>
          </Tag>
        }
      >
        <TableFiles siteId={siteId} table="answers" query={period} rows={answers} />
        {mayName ? (
          <Button
            onPress={() => {
              setAct({ kind: "names" });
            }}
          >
            <Trans>Brand names…</Trans>
          </Button>
        ) : null}
        {mayAsk ? (
          <Button
            look="primary"
            icon="plus"
            onPress={() => {
              setAct({ kind: "create" });
            }}
          >
            <Trans>Track a question</Trans>
          </Button>
        ) : null}
      </PageHead>
      {search.view === "changes" ? null : (
        <PeriodBar
          page="citations"
          search={search}
          range={summary.isPlaceholderData ? undefined : summary.data?.range}
        />
      )}
      <Bar>
        <Views search={search} />
        {search.view === "changes" ? null : <Choices search={search} />}
        <span className={styles.space} />
        {archived === 0 ? null : (
          <Button
            look="quiet"
            onPress={() => {
              setAct({ kind: "archived" });
            }}
          >
            <Plural value={archived} one="# archived question" other="# archived questions" />
          </Button>
        )}
        {mayAsk ? <NextRun orgId={orgId} monitors={monitors.data ?? []} /> : null}
      </Bar>
      {search.view === "changes" ? (
        <ChangeList siteId={siteId} search={search} />
      ) : failed !== undefined || questions === undefined || summary.data === undefined ? (
        <Card label={t`Citations`}>
          <NotLoaded error={failed?.error} refetch={() => failed?.refetch()} />
        </Card>
      ) : questions.length === 0 ? (
        <Card label={t`Citations`}>
          <Nothing
            mayAsk={mayAsk}
            onCreate={() => {
              setAct({ kind: "create" });
            }}
          />
        </Card>
      ) : (
        <>
          {open !== undefined || search.show !== undefined ? null : (
            <WeeklyRates siteId={siteId} summary={summary.data} />
          )}
          <div className={styles.split} data-open={open === undefined ? undefined : ""}>
            <Matrix
              questions={questions}
              summary={summary.data}
              search={search}
              openEngine={open === undefined ? undefined : engine}
              mayAsk={mayAsk}
              isStale={summary.isPlaceholderData}
              onAct={setAct}
            />
            {open === undefined ? null : (
              <Evidence
                key={open.id}
                siteId={siteId}
                question={open}
                engine={engine}
                search={search}
                period={period}
                onAct={setAct}
              />
            )}
          </div>
          <ByEngine siteId={siteId} summary={summary.data} search={search} timezone={timezone} />
          <ByCompetitor siteId={siteId} period={period} siteName={name} />
        </>
      )}
      {act === null ? null : <MonitorActs siteId={siteId} orgId={orgId} act={act} onAct={setAct} />}
    </>
  );
}

/** The questions, newest first. A new monitor may be missing in one of the two responses. */
function questionsOf(summary: Schemas["CitationSummary"], monitors: readonly Monitor[]): Question[] {
  return (summary.byMonitor ?? []).map((rates) => ({
    id: rates.monitorId,
    query: rates.query,
    rates,
    monitor: monitors.find(({ id }) => id === rates.monitorId),
  }));
}

/**
 * Reloads citations and credits when the latest run or its state has changed. The id is compared too, because a run may
 * start and end between two requests.
 */
function useRunChanges(siteId: string, monitors: readonly Monitor[] | undefined): void {
  const queryClient = useQueryClient();
  const now = monitors?.map(({ lastRun }) => (lastRun === null ? "" : `${lastRun.id} ${lastRun.status}`)).join();
  const before = useRef(now);
  useEffect(() => {
    if (before.current !== undefined && before.current !== now) {
      void queryClient.invalidateQueries({ queryKey: ["citations", siteId] });
      void queryClient.invalidateQueries({ queryKey: ["credits"] });
    }
    before.current = now;
  }, [now, siteId, queryClient]);
}

/** The rates, or the list of changes. */
function Views({ search }: { search: CitationsSearch }) {
  const { t } = useLingui();
  const views = [
    { view: undefined, words: t`Rates` },
    { view: "changes" as const, words: t`Changes` },
  ];
  return (
    <div className={segments.segments} role="group" aria-label={t`View`}>
      {views.map(({ view, words }) => (
        <Link
          key={words}
          from="/sites/$siteId/citations"
          to="."
          className={segments.segment}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={search.view === view ? "true" : undefined}
          search={() => ({ view })}
        >
          {words}
        </Link>
      ))}
    </div>
  );
}

function Choices({ search }: { search: CitationsSearch }) {
  const { t } = useLingui();
  const show = search.show ?? "cited";
  const measures: Record<Measure, string> = { cited: t`Cited`, consulted: t`Source only`, mentioned: t`Mentioned` };
  const current = (is: boolean) => ({ "aria-current": is ? ("true" as const) : undefined });
  const link = {
    from: "/sites/$siteId/citations",
    to: ".",
    className: segments.segment,
    activeProps: {},
    activeOptions: { exact: true, includeSearch: true },
  } as const;
  return (
    <>
      <div className={segments.segments} role="group" aria-label={t`Metric`}>
        {MEASURES.map((measure) => (
          <Link
            key={measure}
            {...link}
            {...current(measure === show)}
            search={(now: CitationsSearch) => ({ ...now, show: measure === "cited" ? undefined : measure })}
          >
            {measures[measure]}
          </Link>
        ))}
      </div>
    </>
  );
}

/** "next run in 2 days · max. 36 of 9,412 credits" */
function NextRun({ orgId, monitors }: { orgId: string; monitors: readonly Monitor[] }) {
  const forms = useForms();
  const clock = useClock(MINUTE_MS);
  const { data: credits } = useQuery(creditsQuery(orgId));
  const [next] = monitors
    // Monitors none of whose engines can be asked have no next run.
    .flatMap(({ nextRunAt, creditsPerRun, engineStatus }) =>
      nextRunAt === null || engineStatus.every(({ reason }) => reason !== null)
        ? []
        : [{ at: nextRunAt, creditsPerRun }],
    )
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  if (credits === undefined) return null;
  const available = forms.number(credits.available);
  return (
    <small className={styles.aside}>
      {next === undefined ? (
        <Trans>Credits: {available}</Trans>
      ) : (
        <span title={forms.moment(next.at)}>
          <Trans>
            next run {forms.until(next.at, clock)} · max. {forms.number(next.creditsPerRun)} of {available} credits
          </Trans>
        </span>
      )}
    </small>
  );
}

function Nothing({ mayAsk, onCreate }: { mayAsk: boolean; onCreate: () => void }) {
  const { t } = useLingui();
  if (!mayAsk)
    return (
      <Empty title={t`No answers yet`}>
        <Trans>Members of your organization choose the tracked questions. Ask one of them to add the first.</Trans>
      </Empty>
    );
  return (
    <Empty
      title={t`Do AI engines cite you?`}
      action={
        <Button look="primary" icon="plus" onPress={onCreate}>
          <Trans>Add your first question</Trans>
        </Button>
      }
    >
      <Trans>
        Choose a question that your readers ask. Askline asks ChatGPT, Perplexity, Gemini, Claude and Grok regularly and
        shows how often their answers link to your site, with every answer as evidence.
      </Trans>
    </Empty>
  );
}
