// The rate over all questions and engines, the previous one, the current change, the cost.

import { Plural, Trans } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";

import type { Schemas } from "../../../api/client";
import { useForms } from "../../../words/forms";
import { hasTooFewSamples } from "./changes";
import styles from "./Matrix.module.css";
import { PreviousRate } from "./PreviousRate";
import { RateChange, changeOf } from "../../shared/citations/RateChange";

export function OverallRate({ summary }: { summary: Schemas["CitationSummary"] }) {
  const forms = useForms();
  const { compare } = useSearch({ from: "/shell/sites/$siteId/citations" });
  const { citationRate, interval95, samples, citedCount, credits, previousCitationRate } = summary.totals;
  const change = changeOf(summary.changes, {});
  if (citationRate === null || interval95 === null) return null;
  const rate = forms.percent(citationRate);
  const range = forms.interval(interval95.low, interval95.high);
  return (
    <p className={styles.together}>
      <strong>
        {hasTooFewSamples(samples, interval95) ? (
          <Plural
            value={samples}
            one={`Overall: you are cited in ${forms.number(citedCount)} of # answer`}
            other={`Overall: you are cited in ${forms.number(citedCount)} of # answers`}
          />
        ) : (
          <Trans>Overall: you are cited in {rate} of answers</Trans>
        )}
      </strong>{" "}
      <Plural value={samples} one={`(${range}, # answer)`} other={`(${range}, # answers)`} />
      {previousCitationRate === null ? ". " : "; "}
      {previousCitationRate !== null || compare === "none" ? null : compare === "year" ? (
        <Trans>No answers a year ago.</Trans>
      ) : (
        <Trans>No answers in the previous period.</Trans>
      )}{" "}
      {previousCitationRate === null && change === undefined ? null : (
        <span className={styles.verdict}>
          <PreviousRate rate={previousCitationRate} />
          {change === undefined ? null : (
            <>
              {" "}
              <RateChange change={change} />
            </>
          )}
        </span>
      )}
      {credits === null ? null : (
        <>
          {" "}
          <Plural value={credits} one="These answers cost # credit." other="These answers cost # credits." />
        </>
      )}
    </p>
  );
}
