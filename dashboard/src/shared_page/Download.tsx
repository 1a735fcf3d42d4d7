// Saves what a shared link shows as CSV, a file for each panel. Prints the page.

import { useLingui } from "@lingui/react/macro";
import type { ChangeEvent } from "react";

import type { Schemas } from "../api/client";
import { csvOf, type Cell } from "../features/shared/files/csv_text";
import { fileName, saveFile, spanOf } from "../features/shared/files/saved_file";
import { useLinkTables } from "../features/shared/link_view/tables";
import { readTable, type Shown } from "./session";

const CSV = "text/csv;charset=utf-8";

export function Download({ session, shown }: { session: Schemas["SharedLinkSession"]; shown: Shown }) {
  const { t, i18n } = useLingui();
  const { content, range } = shown;
  const tables = useLinkTables(content);
  const { figures, chart, citations } = content;
  const rows: Readonly<Record<string, { title: string; rows: readonly (readonly Cell[])[] }>> = {
    ...(figures === undefined
      ? {}
      : {
          figures: {
            title: t`Figures`,
            rows: [
              [t`Figure`, t`Value`, t`Previous period`],
              ...(
                [
                  [t`AI asks`, figures.asks],
                  [t`Visits from AI`, figures.aiReferrals],
                  [t`Questions`, figures.questionClicks],
                  [t`Shares`, figures.shares],
                ] as const
              ).flatMap(([name, count]): Cell[][] =>
                count === undefined ? [] : [[name, count.value, count.previous ?? null]],
              ),
            ],
          },
        }),
    ...(chart === undefined
      ? {}
      : {
          chart: {
            title: t`AI asks by day`,
            rows: [
              [t`Day`, t`Asks`, t`Previous period`],
              ...chart.dates.map((date, place) => [date, chart.asks[place] ?? 0, chart.previous?.[place] ?? null]),
            ],
          },
        }),
    ...Object.fromEntries(
      tables.map(({ id, title, head, rows: list }) => [
        id,
        { title, rows: [head, ...list.map(({ name, values }) => [name, ...values])] },
      ]),
    ),
    ...(citations === undefined
      ? {}
      : {
          citations: {
            title: t`Citations by engine`,
            rows: [
              [t`Engine`, t`Cited`, t`Answers`],
              ...citations.byEngine.map((row) => [row.engine, row.citedCount, row.samples]),
            ],
          },
        }),
  };
  const save = async ({ target }: ChangeEvent<HTMLSelectElement>): Promise<void> => {
    const panel = target.value;
    target.value = "";
    const file = rows[panel];
    if (file === undefined) return;
    const whole = await readTable(session, panel, i18n.locale).catch(() => null);
    const name = `${fileName(content.name, file.title, spanOf(i18n, range))}.csv`;
    saveFile(name, [whole ?? csvOf(file.rows)], CSV);
  };
  return (
    <div className="shared-acts">
      <select aria-label={t`Download as CSV`} defaultValue="" onChange={(event) => void save(event)}>
        <option value="">{t`Download…`}</option>
        {Object.entries(rows).map(([id, { title }]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="shared-button"
        onClick={() => {
          print();
        }}
      >
        {t`Print`}
      </button>
    </div>
  );
}
