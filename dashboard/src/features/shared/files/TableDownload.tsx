// Downloads a table as a file that the browser creates.
// The file has all rows, not only those in view.

import { useLingui } from "@lingui/react/macro";

import { usePlace } from "../../../shell/place";
import { Button } from "../../../ui/elements/Button";
import { useSubmission } from "../../../ui/hooks/submit";
import { FormProblem } from "../../../ui/page/Problem";
import type { Days } from "./saved_file";
import type { Column, FileFacts } from "./table_file";

/** Rows that were counted on these days of a time zone. */
interface Counted<Row> {
  rows: readonly Row[];
  range: Days & { timezone: string };
}

interface TableDownloadProps<Row> extends Pick<FileFacts, "content" | "filters" | "timezone"> {
  columns: readonly Column<Row>[];
  /** Reads all rows, and the days that they count if these are not known before. */
  rows: () => Promise<readonly Row[] | Counted<Row>>;
  days?: Days | undefined;
  /** If it is neither the site nor the organization of the page. */
  owner?: string;
}

export function TableDownload<Row>({ owner, columns, rows, ...facts }: TableDownloadProps<Row>) {
  const { i18n } = useLingui();
  const { org, site } = usePlace();
  const { isPending, failure, send } = useSubmission();
  const download = (format: "csv" | "xlsx") =>
    send(async () => {
      const [{ saveTable }, read] = await Promise.all([import("./table_file"), rows()]);
      const all = "range" in read ? read.rows : read;
      const counted = "range" in read ? { days: read.range, timezone: read.range.timezone } : {};
      const name = owner ?? site?.name ?? org?.name ?? "";
      saveTable(i18n, format, { ...facts, ...counted, owner: name, now: new Date() }, columns, all);
    });
  return (
    <>
      <Button data-file icon="download" isPending={isPending} onPress={() => void download("csv")}>
        CSV
      </Button>
      <Button data-file icon="download" isPending={isPending} onPress={() => void download("xlsx")}>
        Excel
      </Button>
      <FormProblem failure={failure} />
    </>
  );
}
