// A small line chart without labels. The figure is in the text next to it.

import { linePath, linear } from "./scales";
import styles from "./Sparkline.module.css";

const WIDTH = 116;
const HEIGHT = 28;
const INSET = 2;

export function Sparkline({ values }: { values: readonly number[] }) {
  const x = linear([0, Math.max(1, values.length - 1)], [INSET, WIDTH - INSET]);
  const y = linear([0, Math.max(1, ...values)], [HEIGHT - INSET, INSET]);
  const path = linePath(values.map((value, place) => [x(place), y(value)]));
  return (
    <svg
      className={styles.line}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
      aria-hidden="true"
    >
      {path === "" ? null : <path d={path} />}
    </svg>
  );
}
