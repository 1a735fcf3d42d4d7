// Downloads a table as a CSV file that the browser creates. For lists that the API does not return as CSV. The file has
// all rows, not only those in view.

import { Button } from "../elements/Button";
import { FormProblem } from "../page/Problem";
import { useSubmission } from "../hooks/submit";
import { saveCsv, type Cell } from "./table_file";

interface TableDownloadProps {
  /** The name of the file, without its extension. */
  name: string;
  head: readonly string[];
  rows: () => Promise<(readonly Cell[])[]>;
}

export function TableDownload({ name, head, rows }: TableDownloadProps) {
  const { isPending, failure, send } = useSubmission();
  const download = () =>
    send(async () => {
      saveCsv(`${name}.csv`, [head, ...(await rows())]);
    });
  return (
    <>
      <Button icon="download" isPending={isPending} onPress={() => void download()}>
        CSV
      </Button>
      <FormProblem failure={failure} />
    </>
  );
}
