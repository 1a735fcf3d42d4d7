// Rates whose change is not clear yet, with the meter of each.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";

import { Card, Empty } from "../../../ui/page/page";
import { Loaded } from "../../../ui/loading/Loaded";
import { useDaysInWords } from "../../shared/citations/days_in_words";
import { PartOf, type CitationChange } from "../../shared/citations/RateChange";
import { EngineMark } from "../../shared/citations/EngineMark";
import { evidenceQuery } from "../queries";
import type { Level } from "../search";
import { EvidenceMeter, EvidenceSides, LEAST_FRACTION, useEvidenceSubject, type ChangeEvidence } from "./EvidenceMeter";
import styles from "./NotClearYet.module.css";

/** At most this many are shown; the others have less evidence. */
const MAX_SHOWN = 8;

export function NotClearYet({
  siteId,
  level,
  changes,
}: {
  siteId: string;
  level: Level | undefined;
  changes: readonly CitationChange[];
}) {
  const { t } = useLingui();
  const query = useQuery(evidenceQuery(siteId));
  return (
    <Card title={t`Not clear yet`} end={<Trans>no messages are sent about these</Trans>}>
      <Loaded query={query}>
        {(evidence) => (
          <Rates evidence={evidence.filter((one) => level === undefined || one.level === level)} changes={changes} />
        )}
      </Loaded>
    </Card>
  );
}

function Rates({ evidence, changes }: { evidence: readonly ChangeEvidence[]; changes: readonly CitationChange[] }) {
  const { t } = useLingui();
  const shown = evidence.filter(({ fraction }) => fraction >= LEAST_FRACTION).slice(0, MAX_SHOWN);
  const early = evidence.flatMap(({ outlook, daysLeft }) => (outlook === "too_early" ? [daysLeft ?? 0] : []));
  if (evidence.length === 0)
    return (
      <Empty title={t`Nothing measured yet`}>
        <Trans>Each run of a tracked question measures how far the evidence for a change is.</Trans>
      </Empty>
    );
  return (
    <>
      {shown.length === 0 ? null : (
        <ul className={styles.rates}>
          {shown.map((one) => (
            <Rate
              key={`${one.level} ${one.monitorId ?? ""} ${one.engine ?? ""}`}
              evidence={one}
              explaining={changes.find(({ id }) => id === one.partOf)}
            />
          ))}
        </ul>
      )}
      <p className={styles.rest}>
        {shown.length === evidence.length ? (
          <Trans>The bar shows the evidence, the line what a clear change needs.</Trans>
        ) : early.length === evidence.length ? (
          <FirstPossible days={Math.min(...early)} />
        ) : (
          <Trans>All other rates show less evidence, or hardly any. The line is what a clear change needs.</Trans>
        )}
      </p>
    </>
  );
}

function FirstPossible({ days }: { days: number }) {
  const inWords = useDaysInWords();
  return (
    <Trans>
      There are too few runs for a clear change, however large it is. The first one is possible in about {inWords(days)}
      .
    </Trans>
  );
}

function Rate({ evidence, explaining }: { evidence: ChangeEvidence; explaining: CitationChange | undefined }) {
  const subject = useEvidenceSubject();
  return (
    <li>
      <h3>
        {evidence.engine === null ? null : <EngineMark engine={evidence.engine} />}
        {subject(evidence)}
      </h3>
      <small>
        <EvidenceSides evidence={evidence} />
      </small>
      <EvidenceMeter evidence={evidence} />
      <PartOf explaining={explaining} />
    </li>
  );
}
