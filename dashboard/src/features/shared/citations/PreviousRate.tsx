// The rate of the period that is compared with. It says nothing about a change.

import { Trans } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";

import { useForms } from "../../../words/forms";

/** Empty if there were no answers in that period, or if nothing is compared. */
export function PreviousRate({ rate }: { rate: number | null }) {
  const forms = useForms();
  const { compare } = useSearch({ strict: false });
  if (rate === null) return null;
  return compare === "year" ? (
    <Trans>a year ago: {forms.percent(rate)}</Trans>
  ) : (
    <Trans>previous period: {forms.percent(rate)}</Trans>
  );
}
