// The end of a list that loads in parts. It shows the button for the next part, its error, or the total.

import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { Button } from "../elements/Button";
import { Bar } from "../page/page";
import { FormProblem } from "../page/Problem";
import table from "./table.module.css";

interface ListEndProps {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => Promise<unknown>;
  };
  /** Shown once everything is loaded, such as "12 members". */
  children: ReactNode;
}

export function ListEnd({ list, children }: ListEndProps) {
  if (!list.hasNextPage) return <p className={table.caption}>{children}</p>;
  return (
    <div className={table.caption}>
      {list.isFetchNextPageError ? <FormProblem failure={list.error} /> : null}
      <Bar>
        <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      </Bar>
    </div>
  );
}
