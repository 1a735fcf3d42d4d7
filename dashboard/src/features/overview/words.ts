// The six figures in words, and the answer that they come from.

import { useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../api/client";
import type { Metric } from "../analytics/search";

/** The overview's answer, with the dates that it is about. */
export type OverviewAnswer = Schemas["Overview"] & { range: Schemas["Range"] };

export function useMetricWords(): Record<Metric, { name: string; what: string }> {
  const { t } = useLingui();
  return {
    asks: { name: t`AI asks`, what: t`Presses of an assistant’s button or of a question in the widget.` },
    aiReferrals: { name: t`Visits from AI`, what: t`Visits that began with a link from an assistant, told by the referrer or by utm_source.` },
    questionClicks: { name: t`Questions`, what: t`Asks that began with a suggested question, or with one of the reader’s own.` },
    shares: { name: t`Shares`, what: t`Presses of a network’s button, and copies as Markdown.` },
    per100: { name: t`Per 100 views`, what: t`AI asks for every hundred views of pages with the widget.` },
    cited: { name: t`Citation rate`, what: t`The part of the engines’ answers to your questions that link this site, with the interval that holds the true rate in 95 of 100 cases.` },
  };
}
