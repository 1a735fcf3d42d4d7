// The legend of a chart: a shape and a name for each series.

import type { CSSProperties, ReactNode } from "react";

import styles from "./SeriesChart.module.css";

export interface LegendEntry {
  id: string;
  name: string;
  /** The position in the palette, from 1; null for "other", which is hatched. */
  color: number | null;
  href?: string | undefined;
}

interface LegendProps<Entry extends LegendEntry> {
  entries: readonly Entry[];
  /** What a line of its own shows: all series together, or the previous period. */
  line?: { name: string; isDotted: boolean } | undefined;
  /** Makes an entry a link that filters. */
  link?: ((entry: Entry, inside: ReactNode) => ReactNode) | undefined;
  /** Shown at the end of the line. */
  end?: ReactNode;
}

export function Legend<Entry extends LegendEntry>({ entries, line, link, end }: LegendProps<Entry>) {
  const hasEntries = entries.length > 0 || line !== undefined;
  if (!hasEntries && end === undefined) return null;
  const list = hasEntries ? <LegendList entries={entries} line={line} link={link} /> : null;
  return (
    <div className={styles.under}>
      {list}
      {end}
    </div>
  );
}

function LegendList<Entry extends LegendEntry>({ entries, line, link }: LegendProps<Entry>) {
  return (
    <ul className={styles.legend} data-legend>
      {entries.map((one) => {
        const inside = (
          <>
            <i
              className={one.color === null ? styles.hatched : undefined}
              data-series={one.color ?? undefined}
              style={{ "--color": `var(--series-${String(one.color)})` } as CSSProperties}
            />
            {one.name}
          </>
        );
        return (
          <li key={one.id}>
            {one.href === undefined || link === undefined ? <span>{inside}</span> : link(one, inside)}
          </li>
        );
      })}
      {line === undefined ? null : (
        <li>
          <span>
            <i className={line.isDotted ? styles.dots : styles.stroke} />
            {line.name}
          </span>
        </li>
      )}
    </ul>
  );
}
