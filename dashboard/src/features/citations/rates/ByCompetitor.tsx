// The citation rates of the site and its competitors, next to each other. Each is based on the answers in which that
// domain was looked for.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";

import type { Schemas } from "../../../api/client";
import { Whisker } from "../../../ui/charts/Whisker";
import { Card, Shortened } from "../../../ui/page/page";
import table from "../../../ui/tables/table.module.css";
import { useForms } from "../../../words/forms";
import styles from "./ByEngine.module.css";
import { hasTooFewSamples } from "./changes";
import { competitorsQuery } from "../queries";

type Shown = Pick<
  Schemas["CompetitorRates"],
  "samples" | "citedCount" | "citationRate" | "interval95" | "shareOfVoice" | "averagePosition" | "previousCitationRate"
>;

/** Empty if there is no competitor that answers were searched for. */
export function ByCompetitor({
  siteId,
  days,
  siteName,
  totals,
}: {
  siteId: string;
  days: number;
  siteName: string;
  totals: Shown;
}) {
  const { t } = useLingui();
  const { data } = useQuery(competitorsQuery(siteId, days));
  const competitors = data?.byCompetitor ?? [];
  if (competitors.length === 0) return null;
  return (
    <Card title={t`You and your competitors`}>
      <table className={`${table.table} ${styles.engines}`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Site</Trans>
            </th>
            <th scope="col" className={table.start}>
              <Trans>Cited by engines</Trans>
            </th>
            <th scope="col" className={`${table.start} ${styles.verdict}`}>
              <Trans>Previous period</Trans>
            </th>
            <th scope="col" className={table.wide}>
              <Trans>Answers</Trans>
            </th>
            <th scope="col" className={table.wide}>
              <Trans>Share of citations</Trans>
            </th>
            <th scope="col" className={table.wide}>
              <Trans>Position</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          <Row name={siteName} rates={totals} isOwn />
          {competitors.map(({ domain, ...rates }) => (
            <Row key={domain} name={domain} rates={rates} isOwn={false} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Row({ name, rates, isOwn }: { name: string; rates: Shown; isOwn: boolean }) {
  const forms = useForms();
  const { citationRate, citedCount, samples, interval95, shareOfVoice, averagePosition, previousCitationRate } = rates;
  return (
    <tr data-shown={isOwn || undefined}>
      <th scope="row">{name}</th>
      <td className={table.start}>
        {citationRate === null ? (
          "–"
        ) : (
          <span className={styles.rate}>
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
        )}
        {interval95 === null ? null : (
          <small>
            <Shortened brief={forms.interval(interval95.low, interval95.high)}>
              <Trans>95% interval {forms.interval(interval95.low, interval95.high)}</Trans>
            </Shortened>
          </small>
        )}
      </td>
      <td className={`${table.start} ${styles.verdict}`}>
        {previousCitationRate === null ? "–" : forms.percent(previousCitationRate)}
      </td>
      <td className={table.wide}>
        <Trans>
          {forms.number(citedCount)} of {forms.number(samples)}
        </Trans>
      </td>
      <td className={table.wide}>{shareOfVoice === null ? "–" : forms.percent(shareOfVoice)}</td>
      <td className={table.wide}>
        {averagePosition === null ? "–" : forms.number(Math.round(averagePosition * 10) / 10)}
      </td>
    </tr>
  );
}
