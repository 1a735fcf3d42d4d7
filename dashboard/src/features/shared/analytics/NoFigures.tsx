// The message of a page without figures. With a filter, it offers to clear the filters; otherwise it says what will
// make figures appear.

import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { LinkButton } from "../../../ui/elements/Button";
import { Empty } from "../../../ui/page/page";
import type { PeriodSearch } from "../period/period";

interface NoFiguresProps {
  /** Without a filter. */
  title: string;
  search: PeriodSearch;
  /** Shown if there is no filter and no custom range of dates. */
  children?: ReactNode;
}

export function NoFigures({ title, search, children }: NoFiguresProps) {
  const { t } = useLingui();
  if (search.page === undefined && search.platform === undefined) {
    return <Empty title={title}>{search.from === undefined ? children : <Trans>Choose another period.</Trans>}</Empty>;
  }
  const clear = (now: PeriodSearch): PeriodSearch => ({ ...now, page: undefined, platform: undefined });
  return (
    // The cast is needed because only the page knows the type of its search parameters.
    <Empty
      title={t`No data with these filters`}
      action={
        <LinkButton to="." search={clear as never}>
          <Trans>Clear filters</Trans>
        </LinkButton>
      }
    >
      <Trans>Try a longer period or clear filters.</Trans>
    </Empty>
  );
}
