// All questions and engines together, and whether that differs from the period before.

import { Trans } from "@lingui/react/macro";

import type { Schemas } from "../../api/client";
import { useForms } from "../../words/forms";
import { isThin } from "./changes";
import styles from "./Matrix.module.css";

export function Together({ summary }: { summary: Schemas["CitationSummary"] }) {
  const forms = useForms();
  const { citationRate, interval95, samples, citedCount, difference } = summary.totals;
  if (citationRate === null || interval95 === null) return null;
  const before = summary.previous?.totals;
  const rate = forms.percent(citationRate);
  const range = `${forms.percent(interval95.low)} – ${forms.percent(interval95.high)}`;
  return (
    <p className={styles.together}>
      <strong>{isThin(samples, interval95) ? <Trans>All together: {forms.number(citedCount)} of {forms.number(samples)} answers cite you</Trans> : <Trans>All together: {rate} of the answers cite you</Trans>}</strong>
      {" "}<Trans>({range}, {forms.number(samples)} answers)</Trans>.{" "}
      {before?.citationRate === null || before === undefined
        ? <Trans>Nothing was asked in the period before.</Trans>
        : difference?.different === true
          ? <span className={citationRate > before.citationRate ? styles.good : styles.bad}>{citationRate > before.citationRate ? "▲" : "▼"} <Trans>{forms.percent(before.citationRate)} in the period before: more than chance explains.</Trans></span>
          : difference?.different === false
            ? <Trans>{forms.percent(before.citationRate)} in the period before: chance explains the difference.</Trans>
            : <Trans>{forms.percent(before.citationRate)} in the period before: too few runs to tell whether it changed.</Trans>}
    </p>
  );
}
