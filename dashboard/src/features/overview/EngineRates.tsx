// The citation rate of each engine with its interval. The fewer answers, the wider the interval.

import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

import { Card, Empty } from "../../ui/page/page";
import { useForms } from "../../words/forms";
import { ENGINE_NAMES } from "../shared/citations/engines";
import styles from "../shared/loop/Loop.module.css";
import { RateTrack } from "../shared/loop/Track";
import type { OverviewAnswer } from "../shared/loop/metric_words";

export function EngineRates({
  siteId,
  citations: { byEngine },
}: {
  siteId: string;
  citations: OverviewAnswer["citations"];
}) {
  const { t } = useLingui();
  const forms = useForms();
  const title = t`Citation rate by engine`;
  return (
    <Card
      title={title}
      end={
        <Link to="/sites/$siteId/citations" params={{ siteId }}>
          <Trans>View answers →</Trans>
        </Link>
      }
    >
      {byEngine.length === 0 ? (
        <Empty title={t`No answers in this period`}>
          <Trans>Choose your tracked questions under Citations.</Trans>
        </Empty>
      ) : (
        <table className={styles.pages}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Engine</Trans>
              </th>
              <th scope="col">
                <Trans>Cites this site</Trans>
              </th>
              <th scope="col">
                <Trans>Answers</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {byEngine.map(({ engine, citationRate, interval95, samples }) => (
              <tr key={engine}>
                <th scope="row">{ENGINE_NAMES[engine]}</th>
                <td>
                  {citationRate === null ? "–" : forms.percent(citationRate)}
                  <RateTrack rate={citationRate} interval={interval95} />
                </td>
                <td>{forms.number(samples)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
