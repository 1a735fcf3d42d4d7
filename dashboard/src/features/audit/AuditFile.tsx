// Downloads the entries that match the filters: as a table, or as NDJSON.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";

import { usePlace } from "../../shell/place";
import { Button } from "../../ui/elements/Button";
import { useSubmission } from "../../ui/hooks/submit";
import { FormProblem } from "../../ui/page/Problem";
import { Note } from "../../ui/page/page";
import { fileName, saveFile } from "../shared/files/saved_file";
import { TableDownload } from "../shared/files/TableDownload";
import { entriesOf, readExport } from "./queries";
import type { AuditSearch } from "./search";
import { useSentence } from "./sentence";

export function AuditFile({ orgId, search }: { orgId: string; search: AuditSearch }) {
  const { t } = useLingui();
  const { org } = usePlace();
  const sentence = useSentence();
  const { isPending, failure, send } = useSubmission();
  const [isPart, setPart] = useState(false);
  const read = async () => {
    const found = await readExport(orgId, search);
    setPart(found.isPart);
    return found.lines;
  };
  const saveLines = () =>
    send(async () => {
      const lines = await read();
      const name = fileName(org?.name ?? "", t`audit log`, new Date().toISOString().slice(0, 10));
      saveFile(`${name}.ndjson`, [lines], "application/x-ndjson");
    });
  const filters = Object.entries(search)
    .filter(([name, value]) => name !== "open" && value !== undefined)
    .map(([name, value]) => [name, String(value)] as const);
  return (
    <>
      <TableDownload
        content={t`audit log`}
        filters={filters}
        rows={async () => entriesOf(await read())}
        columns={[
          { heading: t`Time`, kind: "moment", of: (entry) => entry.occurredAt },
          { heading: t`Entry`, of: sentence },
          { heading: t`Action`, of: (entry) => entry.action },
          { heading: t`Actor`, of: (entry) => entry.actor.name },
          { heading: t`Actor type`, of: (entry) => entry.actor.type },
          { heading: t`Actor ID`, of: (entry) => entry.actor.id },
          { heading: t`Targets`, of: (entry) => entry.targets.map(({ name }) => name).join(", ") },
          { heading: t`Target IDs`, of: (entry) => entry.targets.map(({ id }) => id).join(" ") },
          { heading: t`IP address`, of: (entry) => entry.ip },
          { heading: t`User agent`, of: (entry) => entry.userAgent },
          { heading: t`Request ID`, of: (entry) => entry.requestId },
          { heading: t`Details`, of: (entry) => JSON.stringify(entry.metadata) },
          { heading: t`ID`, of: (entry) => entry.id },
          { heading: t`Hash`, meaning: t`Each entry’s hash covers the entry before it.`, of: (entry) => entry.hash },
        ]}
      />
      <Button data-file icon="download" isPending={isPending} onPress={() => void saveLines()}>
        NDJSON
      </Button>
      <FormProblem failure={failure} />
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
