// The citation rate of each engine with its interval. The fewer answers, the wider the interval.

import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

import { Card, Empty } from "../../ui/page/page";
import { Table } from "../../ui/tables/Table";
import { useForms } from "../../words/forms";
import { ENGINE_NAMES } from "../shared/citations/engines";
import styles from "../shared/loop/Loop.module.css";
import { RateTrack } from "../shared/loop/Track";
import type { OverviewAnswer } from "../shared/loop/metric_words";

export function EngineRates({
  siteId,
  citations: { byEngine },
}: {
  siteId: string;
  citations: OverviewAnswer["citations"];
}) {
  const { t } = useLingui();
  const forms = useForms();
  const title = t`Citation rate by engine`;
  return (
    <Card
      title={title}
      end={
        <Link to="/sites/$siteId/citations" params={{ siteId }}>
          <Trans>View answers →</Trans>
        </Link>
      }
    >
      {byEngine.length === 0 ? (
        <Empty title={t`No answers in this period`}>
          <Trans>Choose your tracked questions under Citations.</Trans>
        </Empty>
      ) : (
        <Table
          look={styles.pages}
          rows={byEngine}
          idOf={({ engine }) => engine}
          columns={[
            { head: t`Engine`, cell: ({ engine }) => ENGINE_NAMES[engine] },
            {
              head: t`Cites this site`,
              cell: ({ citationRate, interval95 }) => (
                <>
                  {citationRate === null ? "–" : forms.percent(citationRate)}
                  <RateTrack rate={citationRate} interval={interval95} />
                </>
              ),
            },
            { head: t`Answers`, cell: ({ samples }) => forms.number(samples) },
          ]}
        />
      )}
    </Card>
  );
}
