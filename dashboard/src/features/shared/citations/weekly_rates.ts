// The citation rates of the last twelve weeks as a chart. It has all engines with their interval, and each engine.

import type { Schemas } from "../../../api/client";
import type { RatePlot } from "../../../ui/charts/RateDrawing";
import type { Forms } from "../../../words/forms";
import { unexplained, type CitationChange } from "./RateChange";
import { ENGINES, ENGINE_NAMES } from "./engines";

type Summary = Pick<Schemas["CitationSummary"], "series" | "seriesByWeek" | "seriesByEngine" | "changes">;

/** The rate of an engine in each week; null in a week without answers. */
export function ratesOfEngine(
  { series, seriesByWeek }: Pick<Summary, "series" | "seriesByWeek">,
  { samples, citedCounts }: Schemas["EngineTrend"],
): (number | null)[] {
  return seriesByWeek.map(({ from, to }) => {
    let [answers, cited] = [0, 0];
    series.forEach(({ date }, day) => {
      if (date < from || date > to) return;
      answers += samples[day] ?? 0;
      cited += citedCounts[day] ?? 0;
    });
    return answers === 0 ? null : cited / answers;
  });
}

/** The changes of the site and of engines that began in one of these weeks. */
export function marksOf(
  weeks: readonly { from: string; to: string }[],
  changes: readonly CitationChange[],
  words: (change: CitationChange) => string,
): RatePlot["marks"] {
  return unexplained(changes)
    .filter(({ level }) => level === "site" || level === "engine")
    .flatMap((change) => {
      const day = change.firstRunAt.slice(0, 10);
      const slot = weeks.findIndex(({ from, to }) => from <= day && day <= to);
      return slot === -1 ? [] : [{ id: change.id, slot, isRise: change.direction === "rise", words: words(change) }];
    });
}

export function ratePlot(
  summary: Summary,
  forms: Forms,
  { all, title }: { all: string; title: (change: CitationChange) => string },
): RatePlot {
  const { seriesByWeek, seriesByEngine, changes } = summary;
  return {
    slots: seriesByWeek.map(({ from, to }) => ({ id: from, name: forms.days(from, to), tick: forms.day(to) })),
    lines: ENGINES.flatMap((engine, place) => {
      const trend = seriesByEngine.find((one) => one.engine === engine);
      return trend === undefined
        ? []
        : [{ id: engine, name: ENGINE_NAMES[engine], color: place + 1, values: ratesOfEngine(summary, trend) }];
    }),
    whole: {
      name: all,
      values: seriesByWeek.map(({ citationRate }) => citationRate),
      intervals: seriesByWeek.map(({ interval95 }) => interval95),
    },
    marks: marksOf(seriesByWeek, changes, title),
    form: forms.percent,
  };
}
