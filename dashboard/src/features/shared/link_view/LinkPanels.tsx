// The panels of a shared link: the first rows of each list.

import { Plural, useLingui } from "@lingui/react/macro";

import { BarList } from "../../../ui/charts/BarList";
import { Table } from "../../../ui/tables/Table";
import { Mark } from "../platforms/Mark";
import { decodedPath } from "../../../words/paths";
import { useForms } from "../../../words/forms";
import { ENGINE_NAMES } from "../citations/engines";
import type { LinkContent } from "./content";
import styles from "./LinkView.module.css";
import { useLinkTables, type LinkTable } from "./tables";

export function LinkPanels({ content }: { content: LinkContent }) {
  const { t } = useLingui();
  const tables = useLinkTables(content);
  return (
    <div className={styles.panels}>
      {tables.map((table) => (
        <Panel key={table.id} table={table} />
      ))}
      <Citations content={content} title={t`Citations by engine`} />
    </div>
  );
}

function Panel({ table: { id, title, head, rows, total } }: { table: LinkTable }) {
  const { t } = useLingui();
  const forms = useForms();
  return (
    <section className={styles.card} aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className={styles.none}>{t`Nothing in these days.`}</p>
      ) : (
        <BarList
          head={head}
          rows={rows.map((row) => ({
            id: row.id,
            name: id === "pages" ? decodedPath(row.name) : row.name,
            value: row.values[0] ?? 0,
            more: row.values.slice(1).map((value) => forms.number(value)),
            ...(id === "assistants" ? { mark: <Mark id={row.id} /> } : {}),
          }))}
        />
      )}
      <More total={total} shown={rows.length} />
    </section>
  );
}

function Citations({ content: { citations }, title }: { content: LinkContent; title: string }) {
  const { t } = useLingui();
  const forms = useForms();
  if (citations === undefined) return null;
  return (
    <section className={styles.card} aria-label={title}>
      <h2>{title}</h2>
      {citations.byEngine.length === 0 ? (
        <p className={styles.none}>{t`no answers in this period`}</p>
      ) : (
        <div className={styles.numbers}>
          <Table
            look=""
            rows={citations.byEngine}
            idOf={({ engine }) => engine}
            columns={[
              { head: t`Engine`, cell: ({ engine }) => ENGINE_NAMES[engine] },
              {
                head: t`Cited`,
                cell: ({ citationRate }) => (citationRate === null ? "–" : forms.percent(citationRate)),
              },
              {
                head: t`95% interval`,
                cell: ({ interval95 }) => (interval95 === null ? "–" : forms.interval(interval95.low, interval95.high)),
              },
              { head: t`Answers`, cell: ({ samples }) => forms.number(samples) },
            ]}
          />
        </div>
      )}
    </section>
  );
}

/** The number of rows that a panel leaves out. */
function More({ total, shown }: { total: number; shown: number }) {
  return total <= shown ? null : (
    <small className={styles.more}>
      <Plural value={total - shown} one="and # more" other="and # more" />
    </small>
  );
}
