// The table of crawlers: purpose, reads, evidence, and the server's answers.

import { Plural, Trans, useLingui } from "@lingui/react/macro";

import { Card, Empty, Tag } from "../../../ui/page/page";
import { Table } from "../../../ui/tables/Table";
import table from "../../../ui/tables/table.module.css";
import { useClock, useForms } from "../../../words/forms";
import { useNames } from "../../shared/analytics/names";
import { EVIDENCE } from "../../shared/analytics/search";
import styles from "../CrawlersPage.module.css";
import { useEvidenceNames, usePurposeNames } from "../../shared/analytics/read_names";
import type { CrawlerReads, ReadsReport } from "./queries";

const MINUTE_MS = 60_000;

export function WhoReads({ report }: { report: ReadsReport }) {
  const { t } = useLingui();
  const forms = useForms();
  const clock = useClock(MINUTE_MS);
  const names = useNames();
  const purposes = usePurposeNames();
  return (
    <Card title={t`Who reads`} end={<Legend />}>
      {report.byCrawler.length === 0 ? (
        <Empty title={t`No crawlers in this period`} />
      ) : (
        <Table
          rows={report.byCrawler}
          idOf={({ crawler, purpose }) => `${crawler} ${purpose}`}
          columns={[
            {
              head: t`Crawler`,
              cell: (row) => (
                <>
                  {names.crawler(row.crawler)}
                  {row.maker === null ? null : <small>{row.maker}</small>}
                  <span className={table.narrow}>
                    <Answers row={row} />
                  </span>
                </>
              ),
            },
            { head: t`Purpose`, kind: "text", from: 900, cell: ({ purpose }) => purposes[purpose] },
            { head: t`Page reads`, cell: ({ reads }) => forms.number(reads) },
            { head: t`Evidence`, kind: "text", from: 640, cell: (row) => <EvidenceBar row={row} /> },
            { head: t`Answers`, kind: "text", from: 640, cell: (row) => <Answers row={row} /> },
            { head: t`Pages`, from: 900, cell: ({ pages }) => forms.number(pages) },
            {
              head: t`Last read`,
              from: 1024,
              title: ({ lastAt }) => (lastAt === null ? undefined : forms.moment(lastAt)),
              cell: ({ lastAt }) => (lastAt === null ? "–" : forms.ago(lastAt, clock)),
            },
          ]}
        />
      )}
      <p className={table.caption}>
        {report.addressLists.oldestReadAt === null ? (
          <Trans>No address list has been read yet, so nothing can be verified.</Trans>
        ) : (
          <Trans>Address lists of {forms.moment(report.addressLists.oldestReadAt)}.</Trans>
        )}{" "}
        <Trans>
          Verified: the request came from an address that the crawler’s maker publishes. Claimed: this cannot be
          checked. Refuted: the maker’s list does not contain the address; not counted above. Addresses are compared and
          dropped. Reads that a cache in front of your server answered are not in its log.
        </Trans>
      </p>
    </Card>
  );
}

function Legend() {
  const words = useEvidenceNames();
  return (
    <span className={styles.legend} aria-hidden="true">
      {EVIDENCE.map((id) => (
        <span key={id}>
          <i data-evidence={id} />
          {words[id]}
        </span>
      ))}
    </span>
  );
}

/** A bar with a part for each kind of evidence. Its label has the numbers. */
function EvidenceBar({ row }: { row: CrawlerReads }) {
  const forms = useForms();
  const words = useEvidenceNames();
  const parts = EVIDENCE.map((id) => ({ id, value: row[id] })).filter(({ value }) => value > 0);
  const label = parts.map(({ id, value }) => `${words[id]}: ${forms.number(value)}`).join(", ");
  return (
    <span className={styles.evidence} role="img" aria-label={label} title={label}>
      {parts.map(({ id, value }) => (
        <i key={id} data-evidence={id} style={{ flexGrow: value }} />
      ))}
    </span>
  );
}

function Answers({ row }: { row: CrawlerReads }) {
  const problems = [
    { id: "refused", value: row.refused, tone: "bad" as const },
    { id: "failed", value: row.failed, tone: "bad" as const },
    { id: "notFound", value: row.notFound, tone: "calm" as const },
    { id: "disallowed", value: row.disallowed ?? 0, tone: "calm" as const },
  ].filter(({ value }) => value > 0);
  if (problems.length === 0)
    return row.answered < row.reads || row.reads === 0 ? (
      "–"
    ) : (
      <Tag tone="good">
        <Trans>all answered</Trans>
      </Tag>
    );
  const tags = problems.map(({ id, value, tone }) => (
    <Tag key={id} tone={tone}>
      {id === "refused" ? (
        <Plural value={value} one="# refused" other="# refused" />
      ) : id === "failed" ? (
        <Plural value={value} one="# failed" other="# failed" />
      ) : id === "notFound" ? (
        <Plural value={value} one="# not found" other="# not found" />
      ) : (
        <Plural value={value} one="# against robots.txt" other="# against robots.txt" />
      )}
    </Tag>
  ));
  return <span className={styles.answers}>{tags}</span>;
}
