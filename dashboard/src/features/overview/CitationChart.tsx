// The citation rate of the overview: a sentence, the weekly rates, and each engine's rate.

import { OverallRate } from "../shared/citations/OverallRate";
import { WeeklyChart } from "../shared/citations/WeeklyChart";
import type { OverviewAnswer } from "../shared/loop/metric_words";
import { EngineRates } from "./EngineRates";

export function CitationChart({ siteId, data: { citations, previous } }: { siteId: string; data: OverviewAnswer }) {
  const previousCitationRate = previous?.citations.citationRate ?? null;
  return (
    <>
      <WeeklyChart
        siteId={siteId}
        above={
          <OverallRate totals={{ ...citations, previousCitationRate, credits: null }} changes={citations.changes} />
        }
      />
      <EngineRates siteId={siteId} citations={citations} />
    </>
  );
}
