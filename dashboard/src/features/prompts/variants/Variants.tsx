// The variants of a prompt and their results: counts, shares with intervals, a verdict. With too few counts there is no
// verdict.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { siteQuery } from "../../../api/queries";
import { Info } from "../../../ui/dialogs/Info";
import { Card, Tag } from "../../../ui/page/page";
import { Table } from "../../../ui/tables/Table";
import { Whisker } from "../../../ui/charts/Whisker";
import { NotLoaded } from "../../../ui/loading/Loaded";
import { useForms } from "../../../words/forms";
import styles from "./Variants.module.css";
import { asksQuery } from "../../shared/prompts/queries";
import { TableDownload } from "../../shared/files/TableDownload";
import { daysSince, resultsOf, type VariantGroup, type VariantResult, type Verdict } from "./variant_results";

/** The day of a moment in a time zone: `2026-11-29`. */
function dayIn(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(at);
}

export function Variants({ siteId, group }: { siteId: string; group: VariantGroup }) {
  const { t } = useLingui();
  const forms = useForms();
  const [now] = useState(() => Date.now());
  const { data: site } = useQuery(siteQuery(siteId));
  const since = daysSince(group.changedAt, now, site?.timezone ?? "UTC");
  const { data, error, refetch } = useQuery({ ...asksQuery(siteId, since ?? { days: 1 }), enabled: since !== null });
  const asks = (id: string): number => (since === null ? 0 : (data?.find((row) => row.promptId === id)?.value ?? 0));
  const results = resultsOf(group.prompts, asks);
  const title = t`Variants: ${group.name}`;
  const verdicts = useVerdictWords();
  return (
    <Card
      title={title}
      end={
        <span className={styles.end}>
          {since === null ? (
            <Trans>changed today; counting starts tomorrow</Trans>
          ) : (
            <Trans>since {forms.day(since.from)}, the day after the last change</Trans>
          )}
          <TableDownload
            content={t`variants of ${group.name}`}
            days={
              since === null || site === undefined ? undefined : { from: since.from, to: dayIn(now, site.timezone) }
            }
            timezone={site?.timezone}
            rows={() => Promise.resolve(results)}
            columns={[
              { heading: t`Variant`, of: ({ prompt }) => prompt.name },
              { heading: t`Traffic share`, kind: "share", of: ({ turns }) => turns },
              { heading: t`Asks`, kind: "number", of: ({ asks: count }) => count },
              { heading: t`Share of asks`, kind: "share", of: ({ share }) => share },
              {
                heading: t`Share of asks: low end of the interval`,
                meaning: t`The interval is 95% over all variants of the group.`,
                kind: "share",
                of: ({ interval }) => interval?.low ?? null,
              },
              {
                heading: t`Share of asks: high end of the interval`,
                kind: "share",
                of: ({ interval }) => interval?.high ?? null,
              },
              { heading: t`Result`, of: ({ verdict }) => verdicts[verdict] },
              { heading: t`ID`, of: ({ prompt }) => prompt.id },
            ]}
          />
          <Info about={title} guide="prompts#in-the-dashboard">
            <Trans>
              Readers get one of these variants, by traffic share. A variant is marked only if its share of asks is
              clearly different from its traffic share (95% confidence).
            </Trans>
          </Info>
        </span>
      }
    >
      {since !== null && data === undefined ? (
        <NotLoaded error={error} refetch={refetch} />
      ) : (
        <Table
          className={styles.table}
          rows={results}
          idOf={({ prompt }) => prompt.id}
          columns={[
            {
              head: t`Variant`,
              cell: ({ prompt: { id, name } }) => (
                <Link to="/sites/$siteId/prompts/$promptId" params={{ siteId, promptId: id }} className={styles.name}>
                  {name}
                </Link>
              ),
            },
            { head: t`Traffic share`, cell: ({ turns }) => forms.percent(turns) },
            { head: t`Asks`, cell: ({ asks: count }) => forms.number(count) },
            { head: t`Share of asks`, from: 640, cellClass: styles.share, cell: (result) => <Share result={result} /> },
            {
              head: t`Result`,
              kind: "text",
              cell: ({ verdict }) => (
                <Tag tone={verdict === "more" ? "good" : verdict === "less" ? "warn" : "calm"}>{verdicts[verdict]}</Tag>
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}

function useVerdictWords(): Record<Verdict, string> {
  const { t } = useLingui();
  return {
    more: t`used more than its traffic share`,
    less: t`used less than its traffic share`,
    same: t`no clear difference`,
    too_few: t`too few to tell`,
  };
}

function Share({ result: { share, interval, verdict } }: { result: VariantResult }) {
  const forms = useForms();
  if (share === null || interval === null) return <>–</>;
  return (
    <span className={styles.interval}>
      <Whisker rate={share} low={interval.low} high={interval.high} isThin={verdict === "too_few"} />
      <span>
        {forms.percent(share)} <small>({forms.interval(interval.low, interval.high)})</small>
      </span>
    </span>
  );
}
