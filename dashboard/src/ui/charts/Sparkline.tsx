// A line as small as a word: how it went. Drawn only; the figure stands beside it.

import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";

import styles from "./Sparkline.module.css";

const WIDTH = 116;
const HEIGHT = 28;
const INSET = 2;

export function Sparkline({ values }: { values: readonly number[] }) {
  const x = scaleLinear().domain([0, Math.max(1, values.length - 1)]).range([INSET, WIDTH - INSET]);
  const y = scaleLinear().domain([0, Math.max(1, ...values)]).range([HEIGHT - INSET, INSET]);
  const path = line<number>().x((_, place) => x(place)).y((value) => y(value))([...values]);
  return <svg className={styles.line} width={WIDTH} height={HEIGHT} viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`} aria-hidden="true">{path === null ? null : <path d={path} />}</svg>;
}
