// Downloads the entries that match the filters as a table, each with its sentence.

import { Trans } from "@lingui/react/macro";
import { useState } from "react";

import { Note } from "../../ui/page/page";
import { TableDownload } from "../../ui/tables/TableDownload";
import { readExport } from "./queries";
import type { AuditSearch } from "./search";
import { useSentence } from "./sentence";

const HEAD = [
  "occurredAt",
  "what",
  "action",
  "actorId",
  "actor",
  "actorType",
  "targetIds",
  "targets",
  "ip",
  "userAgent",
  "requestId",
  "metadata",
  "id",
  "hash",
];

export function AuditFile({ orgId, search }: { orgId: string; search: AuditSearch }) {
  const sentence = useSentence();
  const [isPart, setPart] = useState(false);
  const rows = async () => {
    const found = await readExport(orgId, search);
    setPart(found.isPart);
    return found.entries.map((entry) => [
      entry.occurredAt,
      sentence(entry),
      entry.action,
      entry.actor.id,
      entry.actor.name,
      entry.actor.type,
      entry.targets.map(({ id }) => id).join(" "),
      entry.targets.map(({ name }) => name).join(", "),
      entry.ip,
      entry.userAgent,
      entry.requestId,
      JSON.stringify(entry.metadata),
      entry.id,
      entry.hash,
    ]);
  };
  return (
    <>
      <TableDownload name="audit" head={HEAD} rows={rows} />
      {isPart ? (
        <Note tone="warn" isAlert>
          <Trans>
            The file contains only the latest entries, because there are too many. Choose an earlier period for the
            rest.
          </Trans>
        </Note>
      ) : null}
    </>
  );
}
