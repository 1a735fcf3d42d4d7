// The series of a chart: one per assistant with its own color, and "other". All other assistants are combined in
// "other".

import { seriesOf } from "../platforms/platforms";

interface Part {
  platform: string;
  values: readonly number[];
}

export interface FoldedSeries {
  platform: string;
  /** The position in the palette, from 1; null for "other". */
  color: number | null;
  values: readonly number[];
}

/** Combines the parts without their own color into the last series. Leaves out parts whose counts are all zero. */
export function foldSeries(parts: readonly Part[]): FoldedSeries[] {
  const colored: FoldedSeries[] = [];
  let other: number[] | null = null;
  for (const { platform, values } of parts) {
    if (!values.some((value) => value > 0)) continue;
    const color = seriesOf(platform);
    if (color !== null) colored.push({ platform, color: color, values });
    else other = values.map((value, row) => value + (other?.[row] ?? 0));
  }
  return other === null ? colored : [...colored, { platform: "other", color: null, values: other }];
}
