// The rate over all questions and engines, the previous one, the current change, the cost.

import { Plural, Trans } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";

import type { Schemas } from "../../../api/client";
import { useForms } from "../../../words/forms";
import styles from "./OverallRate.module.css";
import { PreviousRate } from "./PreviousRate";
import { RateChange, changeOf, type CitationChange } from "./RateChange";
import { hasTooFewSamples } from "./samples";

interface OverallRateProps {
  totals: Schemas["CitationRate"] & { previousCitationRate: number | null; credits: number | null };
  changes: readonly CitationChange[];
}

export function OverallRate({ totals, changes }: OverallRateProps) {
  const forms = useForms();
  const { compare } = useSearch({ strict: false });
  const { citationRate, interval95, samples, citedCount, credits, previousCitationRate } = totals;
  const change = changeOf(changes, {});
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
