// "All 11 assistants": the whole table of a panel, with search, order and a file. Its name stands in the address.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { Button as AriaButton, useFilter } from "react-aria-components";

import { Loading } from "../../shell/states";
import { OutsideLink } from "../../ui/Button";
import { SearchField } from "../../ui/fields";
import { Icon } from "../../ui/Icon";
import { Empty } from "../../ui/page";
import { LoadProblem } from "../../ui/Problem";
import { Sheet } from "../../ui/Sheet";
import table from "../../ui/table.module.css";
import { useForms } from "../../words/forms";
import { useNames } from "../analytics/names";
import { periodQuery } from "../analytics/period";
import { usePlatformName } from "../analytics/platforms";
import { askedQuery, crawlersQuery, csvAddress, questionsQuery, referrersQuery, sharesQuery, type Report } from "../analytics/queries";
import type { OverviewSearch, SheetName } from "../analytics/search";
import styles from "./OverviewSheet.module.css";

interface Row {
  id: string;
  name: string;
  value: number;
  filter?: Partial<OverviewSearch> | undefined;
}

interface Whole {
  title: string;
  head: [string, string];
  report: Report;
  rows: Row[] | undefined;
  error: unknown;
  retry: () => void;
}

const REPORTS: Record<SheetName, Report> = { assistants: "ai", questions: "questions", sources: "referrers", shares: "shares", crawlers: "crawlers" };

/** Only the report of the open sheet is asked for. */
function useWhole(siteId: string, search: OverviewSearch, name: SheetName): Whole {
  const { t } = useLingui();
  const names = useNames();
  const platformName = usePlatformName();
  const asked = useQuery({ ...askedQuery(siteId, search), enabled: name === "assistants" });
  const questions = useQuery({ ...questionsQuery(siteId, search), enabled: name === "assistants" || name === "questions" });
  const sources = useQuery({ ...referrersQuery(siteId, search), enabled: name === "sources" });
  const shares = useQuery({ ...sharesQuery(siteId, search), enabled: name === "shares" });
  const crawlers = useQuery({ ...crawlersQuery(siteId, search), enabled: name === "crawlers" });
  const of = { assistants: [asked, questions], questions: [questions], sources: [sources], shares: [shares], crawlers: [crawlers] }[name];
  const rows: Record<SheetName, () => Row[] | undefined> = {
    assistants: () => asked.data && questions.data && sumByPlatform([...asked.data.byPlatform, ...questions.data.byPlatform]).map(({ platform, value }) => ({ id: platform, name: platformName(platform), value, filter: platform === "other" ? undefined : { platform } })),
    questions: () => questions.data?.byQuestion.map((row) => ({ id: row.questionId, name: names.question(row), value: row.value })),
    sources: () => sources.data?.byReferrer.map(({ referrer, value }) => ({ id: referrer, name: names.referrer(referrer), value })),
    shares: () => shares.data?.byChannel.map(({ channel, value }) => ({ id: channel, name: names.channel(channel), value })),
    crawlers: () => crawlers.data?.byCrawler.map(({ crawler, value }) => ({ id: crawler, name: crawler === "other" ? t`Other` : crawler, value })),
  };
  const words: Record<SheetName, { title: string; head: [string, string] }> = {
    assistants: { title: t`All assistants`, head: [t`Assistant`, t`Asks`] },
    questions: { title: t`All questions`, head: [t`Question`, t`Asks`] },
    sources: { title: t`Where readers come from`, head: [t`Source`, t`Visits`] },
    shares: { title: t`All shares`, head: [t`Shared with`, t`Presses`] },
    crawlers: { title: t`AI crawlers`, head: [t`Crawler`, t`Reads`] },
  };
  return { ...words[name], report: REPORTS[name], rows: rows[name](), error: of.find(({ error }) => error !== null)?.error, retry: () => { for (const query of of) void query.refetch(); } };
}

function sumByPlatform(rows: readonly { platform: string; value: number }[]): { platform: string; value: number }[] {
  const sums = new Map<string, number>();
  for (const { platform, value } of rows) sums.set(platform, (sums.get(platform) ?? 0) + value);
  return [...sums].map(([platform, value]) => ({ platform, value }));
}

export function OverviewSheet({ siteId, search, name }: { siteId: string; search: OverviewSearch; name: SheetName }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const whole = useWhole(siteId, search, name);
  const [sought, setSought] = useState("");
  return (
    <Sheet
      title={whole.title}
      acts={<OutsideLink icon="download" isDownload href={csvAddress(siteId, whole.report, periodQuery(search))}>CSV</OutsideLink>}
      onClose={() => void navigate({ to: "/sites/$siteId/overview", params: { siteId }, search: (now: OverviewSearch) => ({ ...now, sheet: undefined }), resetScroll: false })}
    >
      <SearchField label={t`Find in this table`} value={sought} onChange={setSought} />
      {whole.rows !== undefined ? <Rows siteId={siteId} head={whole.head} rows={whole.rows} sought={sought} /> : whole.error === undefined ? <Loading /> : <LoadProblem failure={whole.error} onRetry={whole.retry} />}
    </Sheet>
  );
}

function Rows({ siteId, head: [first, second], rows, sought }: { siteId: string; head: [string, string]; rows: readonly Row[]; sought: string }) {
  const { t } = useLingui();
  const forms = useForms();
  const { contains } = useFilter({ sensitivity: "base" });
  const [order, setOrder] = useState<{ by: "name" | "value"; isUp: boolean }>({ by: "value", isUp: false });
  const total = rows.reduce((sum, { value }) => sum + value, 0);
  const found = rows.filter(({ name }) => contains(name, sought)).sort((one, other) => {
    const sign = order.isUp ? 1 : -1;
    return sign * (order.by === "value" ? one.value - other.value : one.name.localeCompare(other.name));
  });
  const column = (by: "name" | "value", words: ReactNode) => (
    <th scope="col" aria-sort={order.by === by ? (order.isUp ? "ascending" : "descending") : undefined}>
      <AriaButton className={styles.sort} onPress={() => { setOrder({ by, isUp: order.by === by ? !order.isUp : by === "name" }); }}>
        {words}{order.by === by ? <Icon name={order.isUp ? "up" : "down"} /> : null}
      </AriaButton>
    </th>
  );
  if (found.length === 0) return <Empty title={sought === "" ? t`Nothing in this period` : t`Nothing is called that`} />;
  return (
    <table className={`${table.table} ${styles.rows}`}>
      <thead><tr>{column("name", first)}{column("value", second)}<th scope="col"><Trans>Share</Trans></th></tr></thead>
      <tbody>
        {found.map(({ id, name, value, filter }) => (
          <tr key={id} className={table.whole}>
            <th scope="row">{filter === undefined ? name : <Link to="/sites/$siteId/overview" params={{ siteId }} search={(now: OverviewSearch) => ({ ...now, ...filter, sheet: undefined })} className={table.cover}>{name}</Link>}</th>
            <td>{forms.number(value)}</td>
            <td>{total === 0 ? "–" : forms.percent(value / total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
