// Bars by day with the period before as a line. Always also a table. Stacked where series are given; each keeps its colour.

import { Trans, useLingui } from "@lingui/react/macro";
import { scaleBand, scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components";

import { useForms } from "../../words/forms";
import { Card } from "../page";
import table from "../table.module.css";
import styles from "./DayBars.module.css";

export interface Series {
  id: string;
  name: string;
  /** 1 to 5, or null for "other", which is hatched. */
  colour: number | null;
  values: readonly number[];
}

interface DayBarsProps {
  title: string;
  dates: readonly string[];
  series: readonly Series[];
  /** The period before, day by day. */
  before?: readonly number[] | undefined;
  timezone: string;
}

const HEIGHT = 220;
const MARGIN = { top: 12, right: 8, bottom: 24, left: 40 };
const LABEL_PX = 64;
const TICKS = 4;

export function DayBars({ title, dates, series, before, timezone }: DayBarsProps) {
  const { t } = useLingui();
  const [isTable, setTable] = useState(false);
  const sums = dates.map((_, day) => series.reduce((sum, { values }) => sum + (values[day] ?? 0), 0));
  return (
    <Card
      title={title}
      end={<><Trans>times in {timezone}</Trans> · <AriaButton className={styles.toggle} onPress={() => { setTable(!isTable); }}>{isTable ? t`show as chart` : t`show as table`}</AriaButton></>}
    >
      {isTable ? <Numbers dates={dates} series={series} sums={sums} before={before} /> : <Drawing title={title} dates={dates} series={series} sums={sums} before={before} />}
    </Card>
  );
}

type PartProps = Pick<DayBarsProps, "dates" | "series" | "before"> & { sums: readonly number[] };

function Numbers({ dates, series, sums, before }: PartProps) {
  const forms = useForms();
  return (
    <div className={styles.numbers}>
      <table className={`${table.table} ${styles.dense}`}>
        <thead><tr><th scope="col"><Trans>Day</Trans></th>{series.length > 1 ? series.map(({ id, name }) => <th key={id} scope="col">{name}</th>) : null}<th scope="col"><Trans>All</Trans></th>{before === undefined ? null : <th scope="col"><Trans>Before</Trans></th>}</tr></thead>
        <tbody>
          {dates.map((date, day) => (
            <tr key={date}>
              <th scope="row">{forms.day(date)}</th>
              {series.length > 1 ? series.map(({ id, values }) => <td key={id}>{forms.number(values[day] ?? 0)}</td>) : null}
              <td>{forms.number(sums[day] ?? 0)}</td>
              {before === undefined ? null : <td>{forms.number(before[day] ?? 0)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function useWidth(): [React.RefObject<HTMLDivElement | null>, number] {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => { if (entry !== undefined) setWidth(entry.contentRect.width); });
    observer.observe(element);
    return () => { observer.disconnect(); };
  }, []);
  return [place, width];
}

function isWeekend(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay();
  return day === 0 || day === 6;
}

function Drawing({ title, dates, series, sums, before }: PartProps & { title: string }) {
  const { t } = useLingui();
  const forms = useForms();
  const hatch = useId();
  const [place, width] = useWidth();
  const [pointed, setPointed] = useState<number | null>(null);
  const most = Math.max(4, ...sums, ...(before ?? []));
  const x = scaleBand<number>().domain(dates.map((_, day) => day)).range([MARGIN.left, Math.max(MARGIN.left + 1, width - MARGIN.right)]).paddingInner(0.25).paddingOuter(0.1);
  const y = scaleLinear().domain([0, most]).nice(TICKS).range([HEIGHT - MARGIN.bottom, MARGIN.top]);
  const middle = (day: number): number => (x(day) ?? 0) + x.bandwidth() / 2;
  const every = Math.max(1, Math.ceil(dates.length / Math.max(1, (width - MARGIN.left) / LABEL_PX)));
  const total = sums.reduce((sum, value) => sum + value, 0);
  const path = before === undefined ? null : line<number>().x((_, day) => middle(day)).y((value) => y(value))([...before].slice(0, dates.length));
  const shown = pointed === null ? null : { date: dates[pointed], sum: sums[pointed] ?? 0, before: before?.[pointed], place: middle(pointed) };
  return (
    <div className={styles.place} ref={place}>
      {width === 0 ? <div style={{ height: HEIGHT }} /> : (
        <svg
          width={width} height={HEIGHT} role="img" aria-label={t`${title}: ${forms.number(total)} in ${dates.length} days. The table has every number.`}
          onPointerMove={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            const day = Math.floor((event.clientX - box.left - MARGIN.left) / x.step());
            setPointed(day >= 0 && day < dates.length ? day : null);
          }}
          onPointerLeave={() => { setPointed(null); }}
        >
          <defs>
            <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="4" height="4" className={styles.other} /><rect width="1.5" height="4" className={styles.stripe} />
            </pattern>
          </defs>
          {dates.map((date, day) => (isWeekend(date) ? <rect key={date} x={(x(day) ?? 0) - (x.step() - x.bandwidth()) / 2} width={x.step()} y={MARGIN.top} height={HEIGHT - MARGIN.bottom - MARGIN.top} className={styles.weekend} /> : null))}
          {y.ticks(TICKS).filter(Number.isInteger).map((tick) => (
            <g key={tick}><line x1={MARGIN.left} x2={width - MARGIN.right} y1={y(tick)} y2={y(tick)} className={styles.grid} /><text x={MARGIN.left - 8} y={y(tick) + 4} textAnchor="end" className={styles.label}>{forms.number(tick)}</text></g>
          ))}
          {dates.map((date, day) => {
            let top = 0;
            return (
              <g key={date} className={pointed === null || pointed === day ? undefined : styles.away}>
                {series.map(({ id, colour, values }) => {
                  const value = values[day] ?? 0;
                  if (value === 0) return null;
                  const from = top;
                  top += value;
                  const isToday = day === dates.length - 1;
                  return (
                    <rect
                      key={id} x={x(day)} width={x.bandwidth()} y={y(top)} height={Math.max(0.5, y(from) - y(top) - (from > 0 ? 1 : 0))} rx={1}
                      className={isToday ? styles.running : undefined} fill={colour === null ? `url(#${CSS.escape(hatch)})` : `var(--series-${String(colour)})`}
                    />
                  );
                })}
              </g>
            );
          })}
          {path === null ? null : <path d={path} className={styles.before} />}
          {dates.map((date, day) => (day % every === Math.floor(every / 2) ? <text key={date} x={middle(day)} y={HEIGHT - 6} textAnchor="middle" className={styles.label}>{forms.day(date)}</text> : null))}
          {shown === null ? null : <line x1={shown.place} x2={shown.place} y1={MARGIN.top} y2={HEIGHT - MARGIN.bottom} className={styles.cross} />}
        </svg>
      )}
      {shown?.date === undefined ? null : (
        <div className={styles.tip} style={shown.place > width / 2 ? { right: width - shown.place + 16 } : { left: shown.place + 16 }}>
          <strong>{forms.day(shown.date)}</strong>
          {series.length > 1 ? series.map(({ id, name, values }) => <span key={id}>{name} <b>{forms.number(values[pointed ?? 0] ?? 0)}</b></span>) : null}
          <span><Trans>All</Trans> <b>{forms.number(shown.sum)}</b></span>
          {shown.before === undefined ? null : <span><Trans>Before</Trans> <b>{forms.number(shown.before)}</b></span>}
        </div>
      )}
      <ul className={styles.legend}>
        {series.length > 1 ? series.map(({ id, name, colour }) => <li key={id}><i style={{ background: colour === null ? "var(--series-other)" : `var(--series-${String(colour)})` }} />{name}</li>) : null}
        {before === undefined ? null : <li><i className={styles.dots} /><Trans>the period before</Trans></li>}
      </ul>
    </div>
  );
}
