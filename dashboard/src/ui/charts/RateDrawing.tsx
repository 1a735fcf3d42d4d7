// Rates over time as lines. A bold one is for all together, with the band of its interval; changes are marked.

import { Trans, useLingui } from "@lingui/react/macro";

import { useCrosshair } from "./crosshair";
import { NoteMarks, NotesOfSlot } from "./NoteMarks";
import type { PlotNotes } from "./notes";
import { linePath, linear } from "./scales";
import styles from "./RateDrawing.module.css";
import { axisFor, labeledSlots } from "./ticks";
import { useWidth } from "./width";

const HEIGHT = 220;
const MARGIN = { top: 12, right: 12, bottom: 24 };
const AXIS_PX = 44;
const WORD_PX = 64;
const MARK_PX = 5;

export interface RateLine {
  id: string;
  name: string;
  /** The position in the palette, from 1. */
  color: number;
  /** Null where there is no rate. */
  values: readonly (number | null)[];
}

export interface RatePlot {
  slots: readonly { id: string; name: string; tick: string }[];
  lines: readonly RateLine[];
  /** All together. */
  whole: {
    name: string;
    values: readonly (number | null)[];
    intervals: readonly ({ low: number; high: number } | null)[];
  };
  /** Changes, at the slot in which they began. */
  marks: readonly { id: string; slot: number; isRise: boolean; words: string }[];
  form: (rate: number) => string;
  notes?: PlotNotes | undefined;
}

interface Scales {
  x: (slot: number) => number;
  y: (rate: number) => number;
}

/** The points of neighboring slots that have a value: a line does not cross a slot without one. */
export function pieces<Value>(values: readonly (Value | null)[]): [slot: number, value: Value][][] {
  const found: [number, Value][][] = [];
  values.forEach((value, slot) => {
    if (value === null) return;
    const last = found.at(-1);
    if (last !== undefined && last.at(-1)?.[0] === slot - 1) last.push([slot, value]);
    else found.push([[slot, value]]);
  });
  return found;
}

export function RateDrawing({ title, plot }: { title: string; plot: RatePlot }) {
  const { t } = useLingui();
  const [place, width] = useWidth();
  const { slots, lines, whole, marks, form } = plot;
  const last = slots.length - 1;
  const highest = Math.max(
    ...[whole.values, ...lines.map(({ values }) => values)].flat().map((rate) => rate ?? 0),
    ...whole.intervals.map((interval) => interval?.high ?? 0),
  );
  const axis = axisFor([Math.min(1, highest)], false);
  const x = linear([0, Math.max(1, last)], [AXIS_PX + MARK_PX, Math.max(AXIS_PX + 1, width - MARGIN.right)]);
  const y = linear([0, axis.top], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const labeled = labeledSlots(slots.length, width - AXIS_PX, WORD_PX);
  const { pointed, setPointed, events } = useCrosshair(slots.length, plot.notes, (left) =>
    Math.round((left - x(0)) / (x(1) - x(0))),
  );
  return (
    <div className={styles.place}>
      <div
        ref={place}
        className={styles.canvas}
        role="group"
        aria-label={t`${title}. Use the arrow keys to hear the numbers. The table lists all of them.`}
        tabIndex={0}
        {...events}
      >
        {width === 0 ? null : (
          <svg width={width} height={HEIGHT} viewBox={`0 0 ${String(width)} ${String(HEIGHT)}`} aria-hidden="true">
            {axis.ticks.map((tick) => (
              <g key={tick}>
                <line x1={AXIS_PX} x2={width - MARGIN.right} y1={y(tick)} y2={y(tick)} className={styles.grid} />
                <text x={AXIS_PX - 8} y={y(tick) + 4} textAnchor="end" className={styles.label}>
                  {form(tick)}
                </text>
              </g>
            ))}
            {slots.map(({ id, tick }, slot) =>
              labeled.has(slot) ? (
                <text
                  key={id}
                  x={slot === last ? width - 2 : x(slot)}
                  y={HEIGHT - 6}
                  textAnchor={slot === last ? "end" : "middle"}
                  className={styles.label}
                >
                  {tick}
                </text>
              ) : null,
            )}
            <Lines plot={plot} scales={{ x, y }} />
            {marks.map(({ id, slot, isRise, words }) => (
              <path
                key={id}
                d={triangle(x(slot), HEIGHT - MARGIN.bottom - 8, isRise)}
                className={isRise ? styles.rise : styles.fall}
              >
                <title>{words}</title>
              </path>
            ))}
            {pointed === null ? null : (
              <line
                x1={x(pointed)}
                x2={x(pointed)}
                y1={MARGIN.top}
                y2={HEIGHT - MARGIN.bottom}
                className={styles.cross}
              />
            )}
          </svg>
        )}
        <div aria-live="polite">
          {pointed === null ? null : <Tip plot={plot} slot={pointed} left={x(pointed)} width={width} />}
        </div>
      </div>
      {plot.notes === undefined || width === 0 ? null : (
        <NoteMarks notes={plot.notes} slots={slots} x={x} width={width} onPoint={setPointed} />
      )}
    </div>
  );
}

function Lines({ plot: { lines, whole }, scales: { x, y } }: { plot: RatePlot; scales: Scales }) {
  const path = (values: readonly (number | null)[]): string =>
    pieces(values)
      .map((piece) => linePath(piece.map(([slot, rate]) => [x(slot), y(rate)])))
      .join("");
  return (
    <>
      {pieces(whole.intervals).map((piece) => (
        <path
          key={piece[0]?.[0]}
          className={styles.band}
          d={`${linePath([
            ...piece.map(([slot, { high }]) => [x(slot), y(high)] as const),
            ...piece.map(([slot, { low }]) => [x(slot), y(low)] as const).reverse(),
          ])}Z`}
        />
      ))}
      {lines.map(({ id, color, values }) => (
        <g key={id} style={{ color: `var(--series-${String(color)})` }}>
          <path d={path(values)} className={styles.line} />
          <Dots values={values} scales={{ x, y }} />
        </g>
      ))}
      <path d={path(whole.values)} className={styles.halo} />
      <path d={path(whole.values)} className={styles.whole} />
      <g className={styles.dots}>
        <Dots values={whole.values} scales={{ x, y }} />
      </g>
    </>
  );
}

/** A dot for each rate without a neighbor, which has no line, and for the last one. */
function Dots({ values, scales: { x, y } }: { values: readonly (number | null)[]; scales: Scales }) {
  const found = pieces(values);
  const dots = found.filter(({ length }) => length === 1).flat();
  const last = found.at(-1)?.at(-1);
  if (last !== undefined && !dots.includes(last)) dots.push(last);
  return (
    <>
      {dots.map(([slot, rate]) => (
        <circle key={slot} cx={x(slot)} cy={y(rate)} r={3} className={styles.dot} />
      ))}
    </>
  );
}

function triangle(x: number, y: number, isRise: boolean): string {
  const tip = isRise ? -MARK_PX : MARK_PX;
  return `M${String(x - MARK_PX)} ${String(y - tip)}h${String(2 * MARK_PX)}L${String(x)} ${String(y + tip)}Z`;
}

function Tip({
  plot: { slots, lines, whole, form, notes },
  slot,
  left,
  width,
}: {
  plot: RatePlot;
  slot: number;
  left: number;
  width: number;
}) {
  const interval = whole.intervals[slot] ?? null;
  const rate = (value: number | null | undefined) => (value === null || value === undefined ? "–" : form(value));
  return (
    <div className={styles.tip} style={left > width / 2 ? { right: width - left + 12 } : { left: left + 12 }}>
      <strong>{slots[slot]?.name}</strong>
      <span>
        {whole.name} <b>{rate(whole.values[slot])}</b>
      </span>
      {interval === null ? null : (
        <span>
          <Trans>95% interval</Trans>{" "}
          <b>
            {form(interval.low)}–{form(interval.high)}
          </b>
        </span>
      )}
      {lines.map(({ id, name, values }) => (
        <span key={id}>
          {name} <b>{rate(values[slot])}</b>
        </span>
      ))}
      <NotesOfSlot notes={notes} slot={slot} />
    </div>
  );
}
