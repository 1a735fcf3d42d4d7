// Each competitor beside the site, over the same answers. These are the ones in which the competitor was looked for. A rate over
// other questions is never next to it.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";

import type { Schemas } from "../../../api/client";
import { Whisker } from "../../../ui/charts/Whisker";
import { Card } from "../../../ui/page/page";
import { Table } from "../../../ui/tables/Table";
import { useForms } from "../../../words/forms";
import styles from "./ByEngine.module.css";
import { hasTooFewSamples } from "../../shared/citations/samples";
import { competitorsQuery, type CitationPeriod } from "../queries";

type Rate = Pick<Schemas["CompetitorRates"], "samples" | "citedCount" | "citationRate" | "interval95">;

interface ByCompetitorProps {
  siteId: string;
  period: CitationPeriod;
  siteName: string;
  /** Only the answers to this question; by default those to all. */
  monitorId?: string;
}

/** Empty if there is no competitor that answers were searched for. */
export function ByCompetitor({ siteId, period, siteName, monitorId }: ByCompetitorProps) {
  const { t } = useLingui();
  const forms = useForms();
  const { data } = useQuery(competitorsQuery(siteId, period, monitorId));
  const competitors = data?.byCompetitor ?? [];
  if (competitors.length === 0) return null;
  return (
    <Card title={monitorId === undefined ? t`You and your competitors` : t`Competitors on this question`}>
      <Table
        className={`${styles.engines} ${styles.compared}`}
        data-narrow={monitorId === undefined ? undefined : ""}
        rows={competitors}
        idOf={({ domain }) => domain}
        columns={[
          { head: t`Competitor`, cell: ({ domain }) => domain },
          { head: t`Cited by engines`, kind: "text", cell: (rate) => <RateCell rate={rate} /> },
          {
            head: t`${siteName} in the same answers`,
            kind: "text",
            cell: ({ siteOnSameAnswers }) => <RateCell rate={siteOnSameAnswers} />,
          },
          {
            head: t`Position`,
            from: 640,
            cell: ({ averagePosition }) =>
              averagePosition === null ? "–" : forms.number(Math.round(averagePosition * 10) / 10),
          },
        ]}
      />
    </Card>
  );
}

function RateCell({ rate: { citationRate, citedCount, samples, interval95 } }: { rate: Rate }) {
  const { t } = useLingui();
  const forms = useForms();
  if (citationRate === null) return <>–</>;
  const interval = interval95 === null ? undefined : t`95% interval ${forms.interval(interval95.low, interval95.high)}`;
  return (
    <>
      <span className={styles.rate} title={interval}>
        <b>{forms.percent(citationRate)}</b>
        {interval95 === null ? null : (
          <Whisker
            rate={citationRate}
            low={interval95.low}
            high={interval95.high}
            isThin={hasTooFewSamples(samples, interval95)}
          />
        )}
      </span>
      <small>
        <Trans>
          {forms.number(citedCount)} of {forms.number(samples)}
        </Trans>
      </small>
    </>
  );
}
