// The series of a chart out of the answer's parts: an assistant has its own colour or is drawn within "other".

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

/** Parts without a colour of their own become one, the last. What counts nothing is left out. */
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
