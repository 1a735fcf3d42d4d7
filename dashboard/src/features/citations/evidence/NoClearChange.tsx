// The sentence beside a rate without a clear change.
//
// It says which change the compared runs would have found, and when, as it is stored with the latest run.

import { Trans } from "@lingui/react/macro";

import { useForms } from "../../../words/forms";
import type { RunChange } from "../rates/changes";

export function NoClearChange({ run }: { run: RunChange }) {
  const forms = useForms();
  const { different, detectable, detectableAt, tooEarlySince } = run;
  if (different === null || detectable === null || detectableAt === null || tooEarlySince === null)
    return <Trans>There are too few runs, or their answers vary too much, to tell whether the rate changed.</Trans>;
  const [points, middle, early] = [
    forms.number(Math.round(100 * detectable)),
    forms.date(detectableAt),
    forms.date(tooEarlySince),
  ];
  return (
    <Trans>
      No clear change. In 4 of 5 cases, a lasting change of {points} points around {middle} would be known by now. It is
      too early to tell about the time since {early}.
    </Trans>
  );
}

/** Since when runs are compared, if a new way of reading answers is the reason. */
export function NewReading({ since }: { since: string | null }) {
  const forms = useForms();
  if (since === null) return null;
  return (
    <>
      {" "}
      <Trans>
        Only runs since {forms.date(since)} are compared: a new version of this service reads the answers differently.
      </Trans>
    </>
  );
}
