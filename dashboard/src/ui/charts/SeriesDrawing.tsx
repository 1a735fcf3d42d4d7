// The drawing of a chart. A crosshair shows all numbers of a slot, for the pointer and the arrow keys.

import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useMemo, type MouseEvent } from "react";

import { useForms } from "../../words/forms";
import { useCrosshair } from "./crosshair";
import { NoteMarks, NotesOfSlot } from "./NoteMarks";
import { bands, linePath, linear } from "./scales";
import styles from "./SeriesChart.module.css";
import { sumAt, type Plot, type Series } from "./series";
import { axisFor, labeledSlots } from "./ticks";
import { useWidth } from "./width";

const HEIGHT = 220;
const MARGIN = { top: 12, right: 8, bottom: 24 };
/** The axis is as wide as its longest label, but at least this wide, so that the charts of a page are aligned. */
const MIN_AXIS_PX = 44;
const DIGIT_PX = 6.7;
const BESIDE_LABEL_PX = 16;
const WORD_PX = 64;
const GAP_PX = 1;
/** Bars in slots narrower than this have smaller gaps. */
const NARROW_SLOT_PX = 6;

interface Scales {
  width: number;
  /** The left edge of the plot, to the right of the axis. */
  start: number;
  step: number;
  bar: number;
  left: (slot: number) => number;
  middle: (slot: number) => number;
  y: (value: number) => number;
  ticks: readonly number[];
}

function scalesFor({ slots, series, before, isWhole }: Plot, width: number, tickForm: Plot["form"]): Scales {
  const axis = axisFor(
    [...slots.map((_, slot) => sumAt(series, slot)), ...(before?.values.slice(0, slots.length) ?? [])],
    isWhole,
  );
  const longest = Math.max(...axis.ticks.map((tick) => tickForm(tick).length));
  const start = Math.max(MIN_AXIS_PX, Math.ceil(longest * DIGIT_PX) + BESIDE_LABEL_PX);
  const { step, bar, left } = bands(
    slots.length,
    [start, Math.max(start + 1, width - MARGIN.right)],
    width / slots.length < NARROW_SLOT_PX ? 0.1 : 0.25,
    0.1,
  );
  const y = linear([0, axis.top], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  return { width, start, step, bar, left, middle: (slot) => left(slot) + bar / 2, y, ticks: axis.ticks };
}

export function SeriesDrawing({
  title,
  plot,
  onFollow,
}: {
  title: string;
  plot: Plot;
  onFollow: (href: string) => void;
}) {
  const { t } = useLingui();
  const [place, width] = useWidth();
  const forms = useForms();
  const tickForm = plot.isWhole ? forms.brief : plot.form;
  const scales = useMemo(() => (width === 0 ? null : scalesFor(plot, width, tickForm)), [plot, width, tickForm]);
  const { pointed, setPointed, events } = useCrosshair(plot.slots.length, plot.notes, (x) =>
    scales === null ? -1 : Math.floor((x - scales.start) / scales.step),
  );
  const total = plot.slots.reduce((sum, _, slot) => sum + sumAt(plot.series, slot), 0);
  const summary = plot.isWhole
    ? t`${title}: ${plot.form(total)} total. Use the arrow keys to hear the numbers. The table lists all of them.`
    : t`${title}. Use the arrow keys to hear the numbers. The table lists all of them.`;
  return (
    <div className={styles.place}>
      <div ref={place} className={styles.canvas} role="group" aria-label={summary} tabIndex={0} {...events}>
        {scales === null ? (
          <div style={{ height: HEIGHT }} />
        ) : (
          <svg width={width} height={HEIGHT} viewBox={`0 0 ${String(width)} ${String(HEIGHT)}`} aria-hidden="true">
            <Grid slots={plot.slots} tickForm={tickForm} scales={scales} />
            <Bars plot={plot} scales={scales} onFollow={onFollow} />
            <Before plot={plot} scales={scales} />
            {pointed === null ? null : (
              <line
                x1={scales.middle(pointed)}
                x2={scales.middle(pointed)}
                y1={MARGIN.top}
                y2={HEIGHT - MARGIN.bottom}
                className={styles.cross}
              />
            )}
          </svg>
        )}
        <div aria-live="polite">
          {scales === null || pointed === null ? null : <Tip plot={plot} slot={pointed} scales={scales} />}
        </div>
      </div>
      {plot.notes === undefined || scales === null ? null : (
        <NoteMarks notes={plot.notes} slots={plot.slots} x={scales.middle} width={width} onPoint={setPointed} />
      )}
    </div>
  );
}

function Grid({
  slots,
  tickForm,
  scales: { width, start, step, bar, left, middle, y, ticks },
}: {
  slots: Plot["slots"];
  tickForm: Plot["form"];
  scales: Scales;
}) {
  const labeled = labeledSlots(slots.length, width - start, WORD_PX);
  return (
    <>
      {slots.map(({ id, isWeekend }, slot) =>
        isWeekend ? (
          <rect
            key={id}
            x={left(slot) - (step - bar) / 2}
            width={step}
            y={MARGIN.top}
            height={HEIGHT - MARGIN.bottom - MARGIN.top}
            className={styles.weekend}
          />
        ) : null,
      )}
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={start} x2={width - MARGIN.right} y1={y(tick)} y2={y(tick)} className={styles.grid} />
          <text x={start - 8} y={y(tick) + 4} textAnchor="end" className={styles.label}>
            {tickForm(tick)}
          </text>
        </g>
      ))}
      {slots.map(({ id, tick }, slot) => {
        if (!labeled.has(slot)) return null;
        const isEdge = slot === slots.length - 1 && width - middle(slot) < WORD_PX / 2;
        return (
          <text
            key={id}
            x={isEdge ? width - 2 : middle(slot)}
            y={HEIGHT - 6}
            textAnchor={isEdge ? "end" : "middle"}
            className={styles.label}
          >
            {tick}
          </text>
        );
      })}
    </>
  );
}

/**
 * All bars of a series are one link with at most two shapes. The links are not in the tab order, because the legend has
 * the same links.
 */
function Bars({
  plot: { slots, series },
  scales,
  onFollow,
}: {
  plot: Plot;
  scales: Scales;
  onFollow: (href: string) => void;
}) {
  const hatch = useId();
  const colorOf = ({ color: color }: Series): string =>
    color === null ? "var(--series-other)" : `var(--series-${String(color)})`;
  const pattern = (name: string): string => `url(#${CSS.escape(name)})`;
  const isRunning = slots.some((slot) => slot.isRunning);
  const shapes = shapesOf(slots, series, scales);
  return (
    <>
      <defs>
        <Hatch id={hatch} color="var(--series-other)" turn={45} />
        {isRunning
          ? series.map((one) => <Hatch key={one.id} id={`${hatch}${one.id}`} color={colorOf(one)} turn={-45} />)
          : null}
      </defs>
      {series.map((one, place) => {
        const { past = "", running = "" } = shapes[place] ?? {};
        const bars = (
          <>
            {past === "" ? null : <path d={past} fill={one.color === null ? pattern(hatch) : colorOf(one)} />}
            {running === "" ? null : <path d={running} fill={pattern(`${hatch}${one.id}`)} />}
          </>
        );
        const { href } = one;
        if (href === undefined) return <g key={one.id}>{bars}</g>;
        const follow = (event: MouseEvent): void => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onFollow(href);
        };
        return (
          <a key={one.id} href={href} tabIndex={-1} onClick={follow}>
            {bars}
          </a>
        );
      })}
    </>
  );
}

/** The stacked bars of each series: `past` for complete slots, `running` for the current one. */
function shapesOf(
  slots: Plot["slots"],
  series: readonly Series[],
  { left, bar, y }: Scales,
): { past: string; running: string }[] {
  const tops = slots.map(() => 0);
  return series.map(({ values }) => {
    const shapes = { past: "", running: "" };
    slots.forEach(({ isRunning }, place) => {
      const value = values[place] ?? 0;
      if (value === 0) return;
      const from = tops[place] ?? 0;
      tops[place] = from + value;
      const top = y(from + value);
      const height = Math.max(0.5, y(from) - top - (from > 0 ? GAP_PX : 0));
      shapes[isRunning ? "running" : "past"] += `M${px(left(place))} ${px(top)}h${px(bar)}v${px(height)}h${px(-bar)}z`;
    });
    return shapes;
  });
}

const px = (value: number): string => String(Math.round(value * 100) / 100);

function Hatch({ id, color: color, turn }: { id: string; color: string; turn: number }) {
  return (
    <pattern id={id} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform={`rotate(${String(turn)})`}>
      <rect width="4" height="4" fill={color} />
      <rect width="1.5" height="4" className={styles.stripe} />
    </pattern>
  );
}

function Before({ plot: { slots, before }, scales: { middle, y } }: { plot: Plot; scales: Scales }) {
  if (before === undefined) return null;
  const path = linePath(before.values.slice(0, slots.length).map((value, slot) => [middle(slot), y(value)]));
  return path === "" ? null : (
    <>
      <path d={path} className={styles.halo} />
      <path d={path} className={styles.before} />
    </>
  );
}

function Tip({
  plot: { slots, series, before, form, notes },
  slot,
  scales: { width, middle },
}: {
  plot: Plot;
  slot: number;
  scales: Scales;
}) {
  const at = slots[slot];
  if (at === undefined) return null;
  const place = middle(slot);
  const old = before?.values[slot];
  return (
    <div className={styles.tip} style={place > width / 2 ? { right: width - place + 12 } : { left: place + 12 }}>
      <strong>{at.name}</strong>
      {series.length > 1
        ? series.map(({ id, name, values }) => (
            <span key={id}>
              {name} <b>{form(values[slot] ?? 0)}</b>
            </span>
          ))
        : null}
      <span>
        <Trans>All</Trans> <b>{form(sumAt(series, slot))}</b>
      </span>
      {before === undefined || old === undefined ? null : (
        <span>
          {before.name} <b>{form(old)}</b>
        </span>
      )}
      <NotesOfSlot notes={notes} slot={slot} />
    </div>
  );
}
