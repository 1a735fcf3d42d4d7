// A rate with its interval, drawn as a dot and a line with ends. The scale goes from 0 to 100%. With too few samples
// the line is dashed.

import styles from "./Whisker.module.css";

const WIDTH = 100;
const HEIGHT = 12;
const MIDDLE = HEIGHT / 2;
const INSET = 4;

interface WhiskerProps {
  rate: number;
  low: number;
  high: number;
  /** Whether there are too few samples to tell. */
  isThin: boolean;
}

/** Only a graphic: the numbers are in the text next to it. */
export function Whisker({ rate, low, high, isThin }: WhiskerProps) {
  const x = (value: number): number => INSET + value * (WIDTH - 2 * INSET);
  return (
    <svg
      className={styles.whisker}
      viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
      aria-hidden="true"
      {...(isThin ? { "data-thin": "" } : {})}
    >
      <line x1={INSET} x2={WIDTH - INSET} y1={MIDDLE} y2={MIDDLE} className={styles.track} />
      <line x1={x(low)} x2={x(high)} y1={MIDDLE} y2={MIDDLE} className={styles.span} />
      <line x1={x(low)} x2={x(low)} y1={3} y2={9} className={styles.end} />
      <line x1={x(high)} x2={x(high)} y1={3} y2={9} className={styles.end} />
      <circle cx={x(rate)} cy={MIDDLE} r={3.5} className={styles.dot} />
    </svg>
  );
}
