// The names of the six figures, and the type of the response that contains them.

import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import { FIGURES } from "../../../generated/figures";
import type { Metric } from "../analytics/search";

/** The overview's response, and the range of dates that it covers. */
export type OverviewAnswer = Schemas["Overview"] & { range: Schemas["Range"] };

/** The figures as the API defines them. */
const DEFINED: Readonly<Record<Metric, { name: MessageDescriptor; what: MessageDescriptor }>> = {
  asks: FIGURES.asks,
  aiReferrals: FIGURES.aiReferrals,
  questionClicks: FIGURES.questionClicks,
  shares: FIGURES.shares,
  per100: FIGURES.asksPer100Views,
  cited: FIGURES.citationRate,
};

export function useMetricWords(): Record<Metric, { name: string; what: string }> {
  const { i18n } = useLingui();
  const words = (metric: Metric) => ({ name: i18n._(DEFINED[metric].name), what: i18n._(DEFINED[metric].what) });
  return {
    asks: words("asks"),
    aiReferrals: words("aiReferrals"),
    questionClicks: words("questionClicks"),
    shares: words("shares"),
    per100: words("per100"),
    cited: words("cited"),
  };
}
