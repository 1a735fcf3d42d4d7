// `/sites/:siteId/overview`: did it go up, where, and what did readers do? A row filters, and Back undoes it.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, useParams, useSearch } from "@tanstack/react-router";

import type { Schemas } from "../../api/client";
import { usePlace } from "../../shell/place";
import { Loading } from "../../shell/states";
import { BarList, type BarRow } from "../../ui/charts/BarList";
import { DayBars } from "../../ui/charts/DayBars";
import { Card, Empty, PageHead } from "../../ui/page";
import { LoadProblem } from "../../ui/Problem";
import { useForms } from "../../words/forms";
import { useHasEvents } from "../add_site/first_event";
import { PeriodBar } from "../analytics/PeriodBar";
import { usePlatformName } from "../analytics/platforms";
import { askedQuery, questionsQuery, referrersQuery, sharesQuery, topPagesQuery } from "../analytics/queries";
import { useQuestionWords } from "../questions/QuestionsPage";
import { Figure, Figures } from "./Figures";
import styles from "./OverviewPage.module.css";

const ROWS_MOST = 9;

export function OverviewPage() {
  const { site } = usePlace();
  const hasEvents = useHasEvents(site);
  if (hasEvents === undefined) return <Loading />;
  if (site !== undefined && !hasEvents) {
    return <Navigate to="/sites/$siteId/start" params={{ siteId: site.id }} replace />;
  }
  return <Filled timezone={site?.timezone ?? "UTC"} />;
}

function Filled({ timezone }: { timezone: string }) {
  const { t } = useLingui();
  const { siteId } = useParams({ from: "/shell/sites/$siteId/overview" });
  const search = useSearch({ from: "/shell/sites/$siteId/overview" });
  const asked = useQuery(askedQuery(siteId, search));
  const questions = useQuery(questionsQuery(siteId, search));
  const shares = useQuery(sharesQuery(siteId, search));
  const referrers = useQuery(referrersQuery(siteId, search));
  const pages = useQuery(topPagesQuery(siteId, search, ROWS_MOST));
  const every = [asked, questions, shares, referrers, pages];
  const failed = every.find(({ data, error }) => data === undefined && error !== null);
  const isStale = every.some(({ isPlaceholderData }) => isPlaceholderData);
  const [a, q, s, p] = [asked.data, questions.data, shares.data, pages.data];
  const sum = (one: number | undefined, other: number | undefined) => (one === undefined || other === undefined ? undefined : one + other);
  const oldShares = s?.previous ?? undefined;
  return (
    <>
      <PageHead title={t`Overview`} />
      <PeriodBar search={search} />
      {failed !== undefined ? (
        <Card label={t`Overview`}><LoadProblem failure={failed.error} onRetry={() => { for (const query of every) void query.refetch(); }} /></Card>
      ) : (
        <div className={styles.content} data-stale={isStale || undefined}>
          <Figures>
            <Figure name={t`AI asks`} what={t`Presses of an assistant's button or of a suggested question.`} value={sum(a?.totals.aiClicks, q?.totals.questionClicks)} old={sum(a?.previous?.totals.aiClicks, q?.previous?.totals.questionClicks)} />
            <Figure name={t`Questions`} what={t`Asks that began with a suggested question, or with one of the reader's own.`} value={q?.totals.questionClicks} old={q?.previous?.totals.questionClicks} />
            <Figure name={t`Shares`} what={t`Presses of share buttons, and copies as Markdown.`} value={sum(s?.totals.socialClicks, s?.totals.copies)} old={sum(oldShares?.totals.socialClicks, oldShares?.totals.copies)} />
            <Figure name={t`Visits`} what={t`Visits that began on a page with the widget, wherever they came from.`} value={referrers.data?.totals.visits} old={referrers.data?.previous?.totals.visits} />
            <Figure name={t`Views`} what={t`Pages that readers opened with the widget on them.`} value={p?.totals.views} old={p?.previous?.totals.views} />
          </Figures>
          {a === undefined ? <Card label={t`AI asks by day`}><Loading /></Card> : <AskChart asked={a} questions={q} timezone={timezone} />}
          <div className={styles.columns}><Panels siteId={siteId} asked={a} questions={q} referrers={referrers.data} pages={p} /></div>
        </div>
      )}
    </>
  );
}

type Asked = Schemas["AiClicks"];
type Questioned = Schemas["QuestionClicks"];

function AskChart({ asked, questions, timezone }: { asked: Asked; questions: Questioned | undefined; timezone: string }) {
  const { t } = useLingui();
  const dates = asked.series.map(({ date }) => date);
  const asks = { id: "asks", name: t`Assistants' buttons`, colour: 1, values: asked.series.map(({ value }) => value) };
  const series = questions === undefined ? [asks] : [asks, { id: "questions", name: t`Questions`, colour: 3, values: questions.series.map(({ value }) => value) }];
  return <DayBars title={t`AI asks by day`} dates={dates} series={series} timezone={timezone} />;
}

interface PanelsProps {
  siteId: string;
  asked: Asked | undefined;
  questions: Questioned | undefined;
  referrers: Schemas["Referrals"] | undefined;
  pages: Schemas["PagesReport"] | undefined;
}

function Panels({ siteId, asked, questions, referrers, pages }: PanelsProps) {
  const { t } = useLingui();
  const forms = useForms();
  const platformName = usePlatformName();
  const questionWords = useQuestionWords();
  const types: Record<string, string> = { ai_assistant: t`AI assistants`, search: t`Search`, social: t`Social networks`, campaign: t`Campaigns`, direct: t`Direct`, other: t`Other sites` };
  const params = { siteId };
  const assistantRows: BarRow[] = (asked?.byPlatform ?? []).slice(0, ROWS_MOST).map(({ platform, value }) => ({
    id: platform, name: platformName(platform), value,
    link: platform === "other" ? undefined : (inside) => <Link to="/sites/$siteId/overview" params={params} search={(now) => ({ ...now, platform })}>{inside}</Link>,
  }));
  const pageRows: BarRow[] = (pages?.items ?? []).map(({ path, aiClicks, questionClicks, aiReferrals }) => ({
    id: path ?? "", name: path ?? t`Other pages`, value: aiClicks + questionClicks, more: [forms.number(aiReferrals)],
    link: path === null ? undefined : (inside) => <Link to="/sites/$siteId/overview" params={params} search={(now) => ({ ...now, page: path })}>{inside}</Link>,
  }));
  const questionRows: BarRow[] = (questions?.byQuestion ?? []).slice(0, ROWS_MOST).map((row) => ({ id: row.questionId, name: questionWords(row), value: row.value }));
  const sourceRows: BarRow[] = (referrers?.byType ?? []).map(({ type, value }) => ({ id: type, name: types[type] ?? type, value }));
  return (
    <>
      <Panel title={t`Assistants`} head={[t`Assistant`, t`Asks`]} rows={assistantRows} isLoading={asked === undefined} />
      <Panel title={t`Pages`} head={[t`Page`, t`Asks`, t`Back`]} rows={pageRows} isLoading={pages === undefined}>
        <Link to="/sites/$siteId/pages" params={params}><Trans>All {forms.number(pages?.totals.pages ?? 0)} pages →</Trans></Link>
      </Panel>
      <Panel title={t`Questions that readers asked`} head={[t`Question`, t`Asks`]} rows={questionRows} isLoading={questions === undefined}>
        <Link to="/sites/$siteId/questions" params={params}><Trans>All questions →</Trans></Link>
      </Panel>
      <Panel title={t`Where readers come from`} head={[t`Source`, t`Visits`]} rows={sourceRows} isLoading={referrers === undefined} />
    </>
  );
}

function Panel({ title, head, rows, isLoading, children }: { title: string; head: readonly string[]; rows: readonly BarRow[]; isLoading: boolean; children?: React.ReactNode }) {
  const { t } = useLingui();
  return (
    <Card title={title}>
      {isLoading ? <Loading /> : rows.length === 0 ? <Empty title={t`Nothing in this period`} /> : <BarList rows={rows} head={head} />}
      {children === undefined ? null : <footer className={styles.foot}>{children}</footer>}
    </Card>
  );
}
