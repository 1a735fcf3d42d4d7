// A bar for a count, relative to the largest one, or for a rate. A rate has a scale from 0 to 100% and shows its
// interval.

import type { CSSProperties } from "react";

import styles from "./Track.module.css";

/** Only a graphic: the number is in the text above it. */
export function CountTrack({ value, max }: { value: number; max: number }) {
  return (
    <span
      className={styles.track}
      aria-hidden="true"
      style={{ "--value": max === 0 ? 0 : value / max } as CSSProperties}
    >
      <i />
    </span>
  );
}

export function RateTrack({ rate, interval }: { rate: number | null; interval: { low: number; high: number } | null }) {
  if (rate === null) return <span className={styles.track} aria-hidden="true" />;
  return (
    <span
      className={styles.track}
      aria-hidden="true"
      style={
        {
          "--value": rate,
          ...(interval === null ? {} : { "--low": interval.low, "--high": interval.high }),
        } as CSSProperties
      }
    >
      <i />
      {interval === null ? null : <u />}
    </span>
  );
}
