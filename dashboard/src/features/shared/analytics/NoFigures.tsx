// What a page of figures says when it has none: with a filter, how to see more; otherwise what makes them appear.

import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { LinkButton } from "../../../ui/elements/Button";
import { Empty } from "../../../ui/page/page";
import type { PeriodSearch } from "../period/period";

interface NoFiguresProps {
  title: string;
  search: PeriodSearch;
  /** Said where nothing is filtered and no range of dates was chosen. */
  children?: ReactNode;
}

export function NoFigures({ title, search, children }: NoFiguresProps) {
  if (search.page === undefined && search.platform === undefined) {
    return <Empty title={title}>{search.from === undefined ? children : <Trans>Choose another period.</Trans>}</Empty>;
  }
  const clear = (now: PeriodSearch): PeriodSearch => ({ ...now, page: undefined, platform: undefined });
  return (
    // Only the page knows the type of its search parameters.
    <Empty title={title} action={<LinkButton to="." search={clear as never}><Trans>Clear filters</Trans></LinkButton>}>
      <Trans>Try a longer period or clear filters.</Trans>
    </Empty>
  );
}
