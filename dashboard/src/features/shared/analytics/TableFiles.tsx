// Downloads the whole table as CSV or for Excel. These are links, so that the browser shows the progress.

import { Trans, useLingui } from "@lingui/react/macro";

import { OutsideLink } from "../../../ui/elements/Button";
import { useForms } from "../../../words/forms";
import { MAX_FILE_ROWS, tableAddress, type TableName } from "./queries";

interface TableFilesProps {
  siteId: string;
  table: TableName;
  /** The table's period, filters and order. */
  query: Readonly<Record<string, string | number | undefined>>;
  /** The number of rows, if it may exceed the limit of a file. */
  rows?: number | undefined;
}

export function TableFiles({ siteId, table, query, rows = 0 }: TableFilesProps) {
  const { i18n } = useLingui();
  const forms = useForms();
  const address = (format: "csv" | "xlsx") => tableAddress(siteId, table, { ...query, format, language: i18n.locale });
  return (
    <>
      {rows > MAX_FILE_ROWS ? (
        <small>
          <Trans>The file contains only the first {forms.number(MAX_FILE_ROWS)} rows.</Trans>
        </small>
      ) : null}
      <OutsideLink icon="download" isDownload href={address("csv")}>
        CSV
      </OutsideLink>
      <OutsideLink icon="download" isDownload href={address("xlsx")}>
        Excel
      </OutsideLink>
    </>
  );
}
