// The active filters. What the page cannot apply is struck, with the reason.

import { Trans, useLingui } from "@lingui/react/macro";

import { FilterChip } from "../../../ui/tables/FilterChip";
import { decodedPath } from "../../../words/paths";
import { usePlatformName } from "../platforms/platforms";
import { reasonAgainst, useReasonWords, type Choice, type FiguresPage } from "./applied";
import { unknownFilters, type PeriodSearch } from "./period";

export function FilterChips({ page: shownPage, search }: { page: FiguresPage; search: PeriodSearch }) {
  const { t } = useLingui();
  const platformName = usePlatformName();
  const words = useReasonWords();
  const reasonOf = (choice: Choice): string | undefined => {
    const reason = reasonAgainst(shownPage, choice);
    return reason === null ? undefined : words[reason];
  };
  const { page, platform, compare } = search;
  return (
    <>
      {page === undefined ? null : (
        <FilterChip
          label={t`Remove filter: page`}
          reason={reasonOf("page")}
          without={(now: PeriodSearch) => ({ ...now, page: undefined })}
        >
          {page.endsWith("/**") ? (
            <Trans>Folder: {decodedPath(page.slice(0, -3))}</Trans>
          ) : (
            <Trans>Page: {decodedPath(page)}</Trans>
          )}
        </FilterChip>
      )}
      {platform === undefined ? null : (
        <FilterChip
          label={t`Remove filter: assistant`}
          reason={reasonOf("platform")}
          without={(now: PeriodSearch) => ({ ...now, platform: undefined })}
        >
          <Trans>Assistant: {platformName(platform)}</Trans>
        </FilterChip>
      )}
      {unknownFilters(search).map((filter) => (
        <FilterChip
          key={filter}
          label={t`Remove filter: ${filter}`}
          reason={t`not available`}
          without={(now: PeriodSearch) => {
            const left = unknownFilters(now).filter((one) => one !== filter);
            return { ...now, filter: left.length === 0 ? undefined : left };
          }}
        >
          {filter}
        </FilterChip>
      ))}
      {compare !== "year" || reasonOf("comparison") === undefined ? null : (
        <FilterChip
          label={t`Remove the comparison with a year ago`}
          reason={reasonOf("comparison")}
          without={(now: PeriodSearch) => ({ ...now, compare: undefined })}
        >
          <Trans>Compare: a year ago</Trans>
        </FilterChip>
      )}
    </>
  );
}
