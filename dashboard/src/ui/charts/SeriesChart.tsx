// Stacked bars over time, with the previous period as a line. The same numbers are available as a table.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState, type CSSProperties, type ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";

import { Card } from "../page/page";
import table from "../tables/table.module.css";
import styles from "./SeriesChart.module.css";
import { sumAt, type Plot, type Series } from "./series";
import { SeriesDrawing } from "./SeriesDrawing";

interface SeriesChartProps extends Plot {
  title: string;
  end?: ReactNode;
  /** The name of the time unit: "Day", "Hour". */
  slotName: string;
  /** Makes a legend entry a link that filters. */
  link?: (series: Series, inside: ReactNode) => ReactNode;
  /** Opens the `href` of a series; not needed if no series has one. */
  onFollow?: (href: string) => void;
}

export function SeriesChart({ title, end, slotName, link, onFollow, ...plot }: SeriesChartProps) {
  const { t } = useLingui();
  const [isTable, setTable] = useState(false);
  return (
    <Card
      title={title}
      end={
        <>
          {end}
          <span className={styles.switch}>
            {end === undefined ? null : " · "}
            <AriaButton
              className={styles.toggle}
              onPress={() => {
                setTable(!isTable);
              }}
            >
              {isTable ? t`Chart` : t`Table`}
            </AriaButton>
          </span>
        </>
      }
    >
      {isTable ? (
        <Numbers plot={plot} title={title} slotName={slotName} />
      ) : (
        <SeriesDrawing title={title} plot={plot} onFollow={onFollow ?? nowhere} />
      )}
      {isTable ? null : <Legend plot={plot} link={link} />}
    </Card>
  );
}

function nowhere(): void {
  // Never called, because no series has a link.
}

function Numbers({ plot, title, slotName }: { plot: Plot; title: string; slotName: string }) {
  const { slots, series, before, form } = plot;
  const isStacked = series.length > 1;
  return (
    <div className={styles.numbers} role="group" aria-label={title} tabIndex={0}>
      <table className={`${table.table} ${styles.dense}`}>
        <thead>
          <tr>
            <th scope="col">{slotName}</th>
            {isStacked
              ? series.map(({ id, name }) => (
                  <th key={id} scope="col">
                    {name}
                  </th>
                ))
              : null}
            <th scope="col">
              <Trans>All</Trans>
            </th>
            {before === undefined ? null : <th scope="col">{before.name}</th>}
          </tr>
        </thead>
        <tbody>
          {slots.map(({ id, name }, slot) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {isStacked ? series.map(({ id: of, values }) => <td key={of}>{form(values[slot] ?? 0)}</td>) : null}
              <td>{form(sumAt(series, slot))}</td>
              {before === undefined ? null : (
                <td>{before.values[slot] === undefined ? "–" : form(before.values[slot])}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Legend({ plot: { series, before }, link }: { plot: Plot; link: SeriesChartProps["link"] }) {
  if (series.length < 2 && before === undefined) return null;
  return (
    <ul className={styles.legend}>
      {series.length < 2
        ? null
        : series.map((one) => {
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
      {before === undefined ? null : (
        <li>
          <span>
            <i className={styles.dots} />
            {before.name}
          </span>
        </li>
      )}
    </ul>
  );
}
