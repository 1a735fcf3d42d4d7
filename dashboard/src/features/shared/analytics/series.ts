// The series of a chart from the parts of the answer: an assistant has its own color or is part of "other".

import { seriesOf } from "../platforms/platforms";

interface Part {
  platform: string;
  values: readonly number[];
}

export interface Folded {
  platform: string;
  /** The place in the palette, from 1; null for "other". */
  colour: number | null;
  values: readonly number[];
}

/** Combines the parts without their own color in the last series. Leaves out parts without counts. */
export function foldSeries(parts: readonly Part[]): Folded[] {
  const coloured: Folded[] = [];
  let other: number[] | null = null;
  for (const { platform, values } of parts) {
    if (!values.some((value) => value > 0)) continue;
    const colour = seriesOf(platform);
    if (colour !== null) coloured.push({ platform, colour, values });
    else other = values.map((value, row) => value + (other?.[row] ?? 0));
  }
  return other === null ? coloured : [...coloured, { platform: "other", colour: null, values: other }];
}
