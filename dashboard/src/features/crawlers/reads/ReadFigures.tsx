// The five figures of what crawlers read, each beside the previous period. No change is called clear: there is no test for it.

import { Trans, useLingui } from "@lingui/react/macro";

import { useForms } from "../../../words/forms";
import styles from "../CrawlersPage.module.css";
import type { ReadsReport } from "./queries";

export function ReadFigures({ report: { totals, previous } }: { report: ReadsReport }) {
  const { t } = useLingui();
  const forms = useForms();
  const figures = [
    { id: "all", name: t`Page reads`, value: totals.reads, old: previous?.reads },
    { id: "user", name: t`For a person`, value: totals.user, old: previous?.user },
    { id: "search", name: t`For a search index`, value: totals.search, old: previous?.search },
    { id: "training", name: t`For training`, value: totals.training, old: previous?.training },
    { id: "refused", name: t`Refused by your server`, value: totals.refused, old: previous?.refused },
  ];
  return (
    <ul className={styles.figures} aria-label={t`Page reads by crawlers`}>
      {figures.map(({ id, name, value, old }) => (
        <li key={id} className={styles.figure} data-figure={id}>
          <span className={styles.name}>{name}</span>
          <span className={styles.value} title={forms.number(value)}>
            {forms.brief(value)}
          </span>
          <span className={styles.old}>{old === undefined ? null : <Trans>was {forms.number(old)}</Trans>}</span>
        </li>
      ))}
    </ul>
  );
}
