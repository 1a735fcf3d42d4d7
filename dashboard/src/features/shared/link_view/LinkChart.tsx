// Asks by day and assistant of a shared link, with the notes below the axis.

import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo, useState } from "react";

import { Legend } from "../../../ui/charts/Legend";
import type { Plot } from "../../../ui/charts/series";
import { SeriesDrawing } from "../../../ui/charts/SeriesDrawing";
import { Table } from "../../../ui/tables/Table";
import { useForms } from "../../../words/forms";
import { foldSeries } from "../analytics/series";
import { slotsOf } from "../analytics/slots";
import { useNoteText } from "../notes/words";
import { usePlatformName } from "../platforms/platforms";
import type { LinkContent, LinkRange } from "./content";
import styles from "./LinkView.module.css";

export function LinkChart({ content, range }: { content: LinkContent; range: LinkRange }) {
  const { t } = useLingui();
  const { chart } = content;
  return chart === undefined ? (
    content.notes === undefined || content.notes.length === 0 ? null : (
      <section className={styles.card}>
        <h2>{t`Notes`}</h2>
        <Notes content={content} opened={null} />
      </section>
    )
  ) : (
    <Chart content={content} chart={chart} range={range} />
  );
}

function Chart({
  content,
  chart,
  range,
}: {
  content: LinkContent;
  chart: NonNullable<LinkContent["chart"]>;
  range: LinkRange;
}) {
  const { t } = useLingui();
  const forms = useForms();
  const platformName = usePlatformName();
  const noteText = useNoteText();
  const [isTable, setTable] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const title = t`AI asks by day`;
  const plot = useMemo((): Plot => {
    const folded = foldSeries(
      chart.byPlatform.map((part) => ({ platform: part.other === true ? "other" : part.platform, values: part.asks })),
    );
    return {
      slots: slotsOf(chart.dates, "day", range.timezone, forms),
      series: folded.map(({ platform, color, values }) => ({
        id: platform,
        name: platformName(platform),
        color,
        values,
      })),
      isWhole: true,
      form: forms.number,
      before: chart.previous === undefined ? undefined : { name: t`previous period`, values: chart.previous },
      notes:
        content.notes === undefined
          ? undefined
          : {
              notes: content.notes.flatMap((note, place) => {
                const slot = chart.dates.indexOf(note.date);
                return slot < 0 ? [] : [{ id: String(place), slot, text: noteText(note), isWritten: !note.isOwn }];
              }),
              onOpen: ([first]) => {
                setOpened(content.notes?.[Number(first)]?.date ?? null);
              },
              onAdd: undefined,
            },
    };
    // The names of platforms and notes change only with the language, and then everything is rendered again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chart, content, range, forms]);
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.bar}>
        <h2>{title}</h2>
        <span>
          <small>
            <Trans>times in {range.timezone}</Trans>
          </small>{" "}
          <button
            type="button"
            className={styles.toggle}
            aria-pressed={isTable}
            onClick={() => {
              setTable(!isTable);
            }}
          >
            {isTable ? t`Chart` : t`Table`}
          </button>
        </span>
      </div>
      {isTable ? (
        <Numbers plot={plot} />
      ) : (
        <>
          <SeriesDrawing title={title} plot={plot} onFollow={nowhere} />
          <Legend
            entries={plot.series.length < 2 ? [] : plot.series}
            line={plot.before === undefined ? undefined : { name: plot.before.name, isDotted: true }}
          />
        </>
      )}
      <Notes content={content} opened={opened} />
    </section>
  );
}

function nowhere(): void {
  // Never called, because no series has a link.
}

function Numbers({ plot: { slots, series, before, form } }: { plot: Plot }) {
  const { t } = useLingui();
  return (
    <div className={styles.numbers}>
      <Table
        look=""
        rows={slots.map((slot, place) => ({ ...slot, place }))}
        idOf={({ id }) => id}
        columns={[
          { head: t`Day`, cell: ({ name }) => name },
          ...series.map(({ name, values }) => ({
            head: name,
            cell: ({ place }: { place: number }) => form(values[place] ?? 0),
          })),
          before === undefined ? null : { head: before.name, cell: ({ place }) => form(before.values[place] ?? 0) },
        ]}
      />
    </div>
  );
}

/** The notes, the latest first; only those of a day after its mark was clicked. */
function Notes({ content: { notes }, opened }: { content: LinkContent; opened: string | null }) {
  const forms = useForms();
  const noteText = useNoteText();
  const shown = notes?.filter(({ date }) => opened === null || date === opened) ?? [];
  if (shown.length === 0) return null;
  return (
    <ul className={styles.notes} aria-live="polite">
      {shown.map((note, place) => (
        <li key={`${note.date} ${String(place)}`}>
          <small>{forms.day(note.date)}</small> {noteText(note)}
        </li>
      ))}
    </ul>
  );
}
