// The first screen of citations. It has one sentence, the current clear changes, and the rate week by week.

import { Trans, useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import { Card } from "../../../ui/page/page";
import { OverallRate } from "../../shared/citations/OverallRate";
import { RateChange, unexplained, useChangeTitle } from "../../shared/citations/RateChange";
import { WeeklyChart } from "../../shared/citations/WeeklyChart";
import styles from "../CitationsPage.module.css";

const MAX_CHANGES = 4;

export function WeeklyRates({ siteId, summary }: { siteId: string; summary: Schemas["CitationSummary"] }) {
  const { t } = useLingui();
  return (
    <div className={styles.first}>
      <Card label={t`Overall`}>
        <OverallRate totals={summary.totals} changes={summary.changes} />
        <CurrentChanges changes={summary.changes} />
      </Card>
      <WeeklyChart siteId={siteId} />
    </div>
  );
}

function CurrentChanges({ changes }: { changes: Schemas["CitationSummary"]["changes"] }) {
  const title = useChangeTitle();
  const shown = unexplained(changes).slice(0, MAX_CHANGES);
  if (shown.length === 0)
    return (
      <p className={styles.none}>
        <Trans>No clear change of a citation rate at the moment.</Trans>
      </p>
    );
  return (
    <ul className={styles.changes}>
      {shown.map((change) => (
        <li key={change.id}>
          {title(change)}
          <small>
            <RateChange change={change} />
          </small>
        </li>
      ))}
    </ul>
  );
}
