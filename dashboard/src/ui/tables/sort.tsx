// The head of a column that sorts: a link with an arrow.

import type { ReactNode } from "react";

import { Icon } from "../elements/Icon";
import type { Sort } from "./Table";

/** `link` gets the class `table.sort`. The arrow is that of the order by default. */
export function sortedBy(now: Sort["now"], link: Sort["link"], arrow?: "up" | "down"): Sort {
  return {
    now,
    link: (words: ReactNode) =>
      link(
        <>
          {words}
          {now === undefined ? null : <Icon name={arrow ?? (now === "ascending" ? "up" : "down")} />}
        </>,
      ),
  };
}
