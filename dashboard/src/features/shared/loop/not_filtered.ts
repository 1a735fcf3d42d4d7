// Which figures the current filter does not apply to, according to the response. Also says whether they are left out.

import { useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import type { Metric, SheetName } from "../analytics/search";
import type { OverviewAnswer } from "./metric_words";

/** Figures as the response names them. */
type Figures = Schemas["UnfilteredFigures"];
type Answer = Pick<OverviewAnswer, "notFiltered">;

/** Which figures each tile shows. */
export const FIGURES_OF_METRIC: Readonly<Record<Metric, Figures>> = {
  asks: "asks",
  aiReferrals: "asks",
  questionClicks: "asks",
  shares: "shares",
  per100: "asks",
  cited: "citations",
};

/** Which figures each panel and its sheet show. */
export const FIGURES_OF_SHEET: Readonly<Record<SheetName, Figures>> = {
  assistants: "asks",
  questions: "asks",
  items: "items",
  sources: "asks",
  shares: "shares",
  crawlers: "crawlers",
};

/** Says why figures are left out with the current filter; null if they are not. */
export function useReasonLeftOut(answer: Answer | undefined): (figures: Figures) => string | null {
  const { t } = useLingui();
  return (figures) => {
    const found = (answer?.notFiltered ?? []).find((row) => row.figures === figures && row.leftOut);
    if (found === undefined) return null;
    if (found.by === "platform") return t`not available for a single assistant or network`;
    return figures === "citationsByEngine" ? t`not available for a single page` : t`not available for folders`;
  };
}

/** The reason as the title of an empty panel. */
export const asTitle = (reason: string): string => reason.charAt(0).toLocaleUpperCase() + reason.slice(1);

/** Why there is no citation rate with the current filter; null if there is one. */
export function useReasonWithoutRate(answer: Answer): string | null {
  return useReasonLeftOut(answer)("citations");
}

/** Whether the views are those of all assistants although the filter names one. */
export function hasAllViews({ notFiltered = [] }: Answer): boolean {
  return notFiltered.some(({ figures }) => figures === "views");
}
