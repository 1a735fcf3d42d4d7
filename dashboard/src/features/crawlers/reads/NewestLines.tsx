// The newest reads of crawlers, line by line, for admins.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { isAdmin } from "../../../shell/navigation";
import { usePlace } from "../../../shell/place";
import { Button } from "../../../ui/elements/Button";
import { Bar, Card } from "../../../ui/page/page";
import { Table } from "../../../ui/tables/Table";
import table from "../../../ui/tables/table.module.css";
import { useClock, useForms } from "../../../words/forms";
import { decodedPath } from "../../../words/paths";
import { useNames } from "../../shared/analytics/names";
import { useEvidenceNames, usePurposeNames } from "../../shared/analytics/read_names";
import { MOST_LINES, newestLinesQuery } from "./queries";

const MINUTE_MS = 60_000;
const FIRST_SHOWN = 20;

export function NewestLines({ siteId }: { siteId: string }) {
  const { org } = usePlace();
  return isAdmin(org?.role) ? <Lines siteId={siteId} /> : null;
}

function Lines({ siteId }: { siteId: string }) {
  const { t } = useLingui();
  const forms = useForms();
  const clock = useClock(MINUTE_MS);
  const names = useNames();
  const purposes = usePurposeNames();
  const evidence = useEvidenceNames();
  const [limit, setLimit] = useState(FIRST_SHOWN);
  const { data } = useQuery(newestLinesQuery(siteId, limit));
  // Without a line there is nothing to look at, and the page says above whether a log is connected.
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Card title={t`Newest lines`}>
      <Table
        rows={data.items}
        idOf={({ at, path, crawler }, place) => `${at} ${crawler} ${path} ${String(place)}`}
        columns={[
          {
            head: t`Page`,
            cellClass: table.address,
            cell: ({ method, path }) => `${method} ${decodedPath(path)}`.trim(),
          },
          { head: t`Status`, cell: ({ status }) => (status === null ? "–" : String(status)) },
          {
            head: t`Crawler`,
            kind: "text",
            cell: ({ crawler, purpose }) => (
              <>
                {names.crawler(crawler)}
                <small>{purposes[purpose]}</small>
              </>
            ),
          },
          { head: t`Evidence`, kind: "text", from: 640, cell: (line) => evidence[line.evidence] },
          {
            head: t`Time`,
            kind: "time",
            from: 640,
            title: ({ at }) => forms.moment(at),
            cell: ({ at }) => forms.ago(at, clock),
          },
        ]}
      />
      {limit === FIRST_SHOWN && data.items.length === FIRST_SHOWN ? (
        <Bar>
          <Button
            look="quiet"
            onPress={() => {
              setLimit(MOST_LINES);
            }}
          >
            <Trans>Show all</Trans>
          </Button>
        </Bar>
      ) : null}
      <p className={table.caption}>
        <Trans>
          At most 1,000 reads of the last 48 hours, of the whole site. No address, user agent or query is kept, and no
          line of a person.
        </Trans>
      </p>
    </Card>
  );
}
