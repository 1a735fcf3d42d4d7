// The names of the six figures, and the type of the response that contains them.

import { useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import type { Metric } from "../analytics/search";

/** The overview's response, and the range of dates that it covers. */
export type OverviewAnswer = Schemas["Overview"] & { range: Schemas["Range"] };

export function useMetricWords(): Record<Metric, { name: string; what: string }> {
  const { t } = useLingui();
  return {
    asks: { name: t`AI asks`, what: t`Clicks on an assistant’s button or on a question in the widget.` },
    aiReferrals: {
      name: t`Visits from AI`,
      what: t`Visits that began with a link from an assistant, according to the referrer or utm_source.`,
    },
    questionClicks: { name: t`Questions`, what: t`Asks from a suggested question or the reader’s own.` },
    shares: { name: t`Shares`, what: t`Clicks on a share button, and copies as Markdown.` },
    per100: { name: t`Asks per 100 views`, what: t`AI asks per 100 views of pages with the widget.` },
    cited: {
      name: t`Citation rate`,
      what: t`The share of answers to your questions that link to this site, with its 95% interval.`,
    },
  };
}
