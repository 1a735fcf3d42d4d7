// The rate of the previous period. It says nothing about a change.

import { Trans } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import { useForms } from "../../../words/forms";

/** Empty if there were no answers in the previous period. */
export function PreviousRate({ rate }: { rate: Schemas["CitationRates"]["previousCitationRate"] }) {
  const forms = useForms();
  return rate === null ? null : <Trans>previous period: {forms.percent(rate)}</Trans>;
}
