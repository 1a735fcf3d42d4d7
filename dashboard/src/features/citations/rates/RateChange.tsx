// Whether a rate differs from that of the previous period, according to the API's test.

import { Trans, useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import { useForms } from "../../../words/forms";
import { ChangeDirection } from "../../shared/analytics/Change";

type Compared = Pick<Schemas["CitationRates"], "citationRate" | "previousCitationRate" | "difference">;

/** Whether both periods have answers and the API compared them. */
export function isCompared({ citationRate, previousCitationRate, difference }: Compared): boolean {
  return citationRate !== null && previousCitationRate !== null && difference !== null;
}

/** Empty without a comparison. */
export function RateChange({ rates: { citationRate, previousCitationRate, difference } }: { rates: Compared }) {
  const forms = useForms();
  if (citationRate === null || previousCitationRate === null || difference === null) return null;
  const before = forms.percent(previousCitationRate);
  if (difference.different === null) return <Trans>was {before}; too few weeks to compare</Trans>;
  if (!difference.different) {
    const { detectable } = difference;
    if (detectable === null) return <Trans>no clear change (was {before})</Trans>;
    return (
      <Trans>
        no clear change (was {before}; a change of {forms.number(Math.round(detectable * 100))} points would be noticed
        4 times out of 5)
      </Trans>
    );
  }
  return <ClearDifference by={citationRate - previousCitationRate} before={before} />;
}

/** The totals may not show a change that the test finds, because the test compares each question with itself. */
function ClearDifference({ by, before }: { by: number; before: string }) {
  const { t } = useLingui();
  return <ChangeDirection by={by} words={t`from ${before} (clear change)`} />;
}
