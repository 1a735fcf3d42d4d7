// The figures of a shared link. Those that its filter cannot limit are not there.

import { useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import type { ReactNode } from "react";

import { useForms } from "../../../words/forms";
import { Change } from "../analytics/Change";
import type { LinkContent, LinkCount, LinkRate } from "./content";
import styles from "./LinkView.module.css";

interface Figure {
  id: string;
  name: string;
  value: string;
  change?: ReactNode;
  before?: ReactNode;
}

export function LinkFigures({ content: { figures, loop } }: { content: LinkContent }) {
  const { t } = useLingui();
  const forms = useForms();
  const count = (id: string, name: string, counted: LinkCount | undefined): Figure[] => {
    if (counted === undefined) return [];
    const { value, previous, change } = counted;
    const compared =
      previous === undefined
        ? {}
        : {
            change: <Change value={value} old={previous} isClear={change?.clear ?? false} />,
            before: t`was ${forms.number(previous)}`,
          };
    return [{ id, name, value: forms.brief(value), ...compared }];
  };
  const rate = (id: string, cited: LinkRate | undefined, old?: LinkRate): Figure[] => {
    if (cited === undefined || cited.citationRate === null) return [];
    const { citationRate, interval95, samples } = cited;
    const answers = t`${plural(samples, { one: "# answer", other: "# answers" })}`;
    const range = interval95 === null ? answers : `${forms.interval(interval95.low, interval95.high)}, ${answers}`;
    const before = old?.citationRate ?? null;
    return [
      {
        id,
        name: t`AI answers that cite the site`,
        value: forms.percent(citationRate),
        before: before === null ? range : t`was ${forms.percent(before)} · ${range}`,
      },
    ];
  };
  const shown =
    figures === undefined
      ? []
      : [
          ...count("asks", t`AI asks`, figures.asks),
          ...count("aiReferrals", t`Visits from AI`, figures.aiReferrals),
          ...count("questionClicks", t`Questions`, figures.questionClicks),
          ...count("shares", t`Shares`, figures.shares),
          ...(figures.asksPer100Views === undefined
            ? []
            : [{ id: "per100", name: t`Asks per 100 views`, value: forms.decimal(figures.asksPer100Views) }]),
          ...rate("citations", figures.citations, figures.previousCitations),
        ];
  const round =
    loop === undefined
      ? []
      : [
          { id: "asks", name: t`Readers asked AI`, value: forms.brief(loop.asks) },
          { id: "aiReferrals", name: t`AI sent readers`, value: forms.brief(loop.aiReferrals) },
          ...rate("citations", loop.citations),
        ];
  return (
    <>
      <Tiles label={t`Figures`} figures={shown} />
      <Tiles
        label={t`AI loop`}
        figures={round}
        caption={t`These are separate counts: readers who asked aren’t necessarily the ones who came back.`}
      />
    </>
  );
}

function Tiles({ label, figures, caption }: { label: string; figures: readonly Figure[]; caption?: string }) {
  if (figures.length === 0) return null;
  return (
    <section className={styles.card} aria-label={label}>
      <ul className={styles.tiles}>
        {figures.map(({ id, name, value, change, before }) => (
          <li key={id}>
            <span>{name}</span>
            <strong>{value}</strong>
            <span>{change}</span>
            <small>{before}</small>
          </li>
        ))}
      </ul>
      {caption === undefined ? null : <small className={styles.caption}>{caption}</small>}
    </section>
  );
}
