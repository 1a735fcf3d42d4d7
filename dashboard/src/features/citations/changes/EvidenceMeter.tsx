// How far the evidence for a change is that is not clear yet. It never says that a rate changed; the API has every number.

import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import { useForms } from "../../../words/forms";
import { useDaysInWords } from "../../shared/citations/days_in_words";
import { ENGINE_NAMES } from "../../shared/citations/engines";
import styles from "./EvidenceMeter.module.css";

export type ChangeEvidence = Schemas["ChangeEvidence"];

/** Below this part of the needed evidence, "hardly any" is said, and the list leaves a row out. */
export const LEAST_FRACTION = 0.1;

/** What the evidence is about: "“Which bike?” · ChatGPT". */
export function useEvidenceSubject(): (evidence: ChangeEvidence) => string {
  const { t } = useLingui();
  return ({ level, query, engine }) => {
    const name = engine === null ? "" : ENGINE_NAMES[engine];
    const question = query ?? "";
    const subjects: Record<ChangeEvidence["level"], string> = {
      cell: t`“${question}” · ${name}`,
      question: t`“${question}” · all engines`,
      engine: t`${name} · all questions`,
      site: t`All questions and engines`,
    };
    return subjects[level];
  };
}

/** How much of the needed evidence there is: the nearest simple part, and never all of it. */
function usePartInWords(): (fraction: number) => string {
  const { t } = useLingui();
  return (fraction) => {
    const parts: readonly (readonly [number, string])[] = [
      [0.1, t`about a tenth of the evidence needed`],
      [0.2, t`about a fifth of the evidence needed`],
      [1 / 3, t`about a third of the evidence needed`],
      [0.5, t`about half of the evidence needed`],
      [2 / 3, t`about two thirds of the evidence needed`],
      [0.8, t`about four fifths of the evidence needed`],
      [0.95, t`almost all of the evidence needed`],
    ];
    if (fraction < LEAST_FRACTION) return t`hardly any evidence`;
    const distance = ([part]: readonly [number, string]): number => Math.abs(part - fraction);
    return parts.reduce((best, one) => (distance(one) < distance(best) ? one : best))[1];
  };
}

/** When the change becomes clear, as far as that can be said. */
function useOutlookInWords(): (evidence: ChangeEvidence) => string | null {
  const { t } = useLingui();
  const inWords = useDaysInWords();
  return ({ outlook, daysLeft, level }) => {
    const days = daysLeft === null ? "" : inWords(daysLeft);
    const words: Record<ChangeEvidence["outlook"], string | null> = {
      clear: null,
      too_early: t`too early: no change can be clear before about ${days} have passed`,
      growing: t`at this pace clear in about ${days}`,
      slow: t`at this pace not clear within three months`,
      weak: t`chance alone often shows as much`,
      one_part:
        level === "engine"
          ? t`most of it is about one question`
          : level === "question"
            ? t`most of it is about one engine`
            : t`most of it is about one question or engine`,
    };
    return words[outlook];
  };
}

export function EvidenceMeter({ evidence }: { evidence: ChangeEvidence }) {
  const { t } = useLingui();
  const part = usePartInWords()(evidence.fraction);
  const outlook = useOutlookInWords()(evidence);
  const words = outlook === null ? part : `${part}; ${outlook}`;
  return (
    <div className={styles.meter}>
      <div
        className={styles.track}
        role="meter"
        aria-label={t`Evidence for a change`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(evidence.fraction * 100)}
        aria-valuetext={words}
        style={{ "--fraction": evidence.fraction } as React.CSSProperties}
      >
        <i />
        <b />
      </div>
      <small>{words}</small>
    </div>
  );
}

/** Which way the evidence points, and the answers on both sides. */
export function EvidenceSides({ evidence: { direction, before, after, possibleSince } }: { evidence: ChangeEvidence }) {
  const { t } = useLingui();
  const forms = useForms();
  if (direction === null || before === null || after === null || possibleSince === null)
    return <Trans>no sign of a rise or a fall</Trans>;
  const since = forms.day(possibleSince);
  const answers = t`${plural(after.samples, { one: "# answer", other: "# answers" })}`;
  return (
    <>
      <span aria-hidden="true">{direction === "rise" ? "△ " : "▽ "}</span>
      {direction === "rise" ? <Trans>may have risen</Trans> : <Trans>may have fallen</Trans>}
      {" · "}
      <Trans>
        cited in {forms.number(after.citedCount)} of {answers} since {since}, {forms.number(before.citedCount)} of{" "}
        {forms.number(before.samples)} before
      </Trans>
    </>
  );
}
