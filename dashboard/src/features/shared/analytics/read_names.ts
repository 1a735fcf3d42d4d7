// The names of purposes and kinds of evidence.

import { useLingui } from "@lingui/react/macro";

import type { Evidence, ReadPurpose } from "./search";

export function usePurposeNames(): Record<ReadPurpose, string> {
  const { t } = useLingui();
  return {
    training: t`Training`,
    search: t`Search index`,
    user: t`For a person`,
    agent: t`Agents`,
    other: t({ message: "Other", context: "purpose of crawlers" }),
  };
}

export function useEvidenceNames(): Record<Evidence, string> {
  const { t } = useLingui();
  return { verified: t`address verified`, claimed: t`claimed only`, refuted: t`refuted` };
}
