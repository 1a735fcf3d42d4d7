// The rate of the period that is compared with. It says nothing about a change.

import { Trans } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";

import type { Schemas } from "../../../api/client";
import { useForms } from "../../../words/forms";

/** Empty if there were no answers in that period, or if nothing is compared. */
export function PreviousRate({ rate }: { rate: Schemas["CitationRates"]["previousCitationRate"] }) {
  const forms = useForms();
  const { compare } = useSearch({ from: "/shell/sites/$siteId/citations" });
  if (rate === null) return null;
  return compare === "year" ? (
    <Trans>a year ago: {forms.percent(rate)}</Trans>
  ) : (
    <Trans>previous period: {forms.percent(rate)}</Trans>
  );
}
