// The bar of all pages of figures: period, comparison, and filters. What a page cannot apply is struck, with the reason.

import { useLingui } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

import { handlesKeys } from "../../../shell/commands/shortcuts";
import { useLatest } from "../../../ui/hooks/latest";
import { Bar } from "../../../ui/page/page";
import segments from "../../../ui/fields/Segments.module.css";
import { DEFAULT_DAYS, PERIODS, PERIOD_LETTERS, hasComparison, withDays, type PeriodSearch } from "./period";
import { reasonAgainst, type FiguresPage } from "./applied";
import { CompareMenu } from "./CompareMenu";
import { FilterChips } from "./FilterChips";
import { FilterMenu } from "./FilterMenu";
import styles from "./PeriodBar.module.css";
import { RangeButton } from "./RangeButton";

interface PeriodBarProps {
  /** The page that the bar is on, which may not apply every choice. */
  page: FiguresPage;
  search: PeriodSearch;
  /** The dates that the figures cover, once they are known. */
  range?: { from: string; to: string } | undefined;
  /** Choices of the page itself. */
  children?: React.ReactNode;
}

export function PeriodBar({ page, search, range, children }: PeriodBarProps) {
  const { t } = useLingui();
  const mayCompare = reasonAgainst(page, "comparison") === null;
  const canFilter = reasonAgainst(page, "page") === null || reasonAgainst(page, "platform") === null;
  const days = search.from === undefined ? (search.days ?? DEFAULT_DAYS) : null;
  usePeriodLetters(mayCompare);
  const names: Record<(typeof PERIODS)[number], string> = {
    1: t`Today`,
    7: t`7 days`,
    30: t`30 days`,
    90: t`90 days`,
    365: t`12 months`,
  };
  return (
    <Bar>
      <div className={`${segments.segments} ${styles.periods}`} role="group" aria-label={t`Period`}>
        {PERIODS.map((period) => (
          <Link
            key={period}
            to="."
            className={segments.segment}
            {...(period === days ? { "aria-current": "true" as const } : { "aria-current": undefined })}
            activeProps={{}}
            activeOptions={{ exact: true, includeSearch: true }}
            search={(now: PeriodSearch) => withDays(now, period)}
          >
            {names[period]}
          </Link>
        ))}
      </div>
      <RangeButton search={search} range={range} />
      {mayCompare ? <CompareMenu search={search} /> : null}
      {children}
      {canFilter ? <FilterMenu page={page} search={search} /> : null}
      <FilterChips page={page} search={search} />
    </Bar>
  );
}

/** Shortcuts: D, W, M, Q and Y choose a period, C turns the comparison on or off. */
function usePeriodLetters(mayCompare: boolean): void {
  const navigate = useNavigate();
  const latest = useLatest({ navigate, mayCompare });
  useEffect(() => {
    let follows = false;
    const onKey = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase();
      // A letter after G is a shortcut to another page, not to a period.
      const isSecond = follows;
      follows = key === "g";
      if (
        isSecond ||
        event.defaultPrevented ||
        event.metaKey ||
        event.ctrlKey ||
        event.altKey ||
        handlesKeys(event.target)
      )
        return;
      const go = (change: (now: PeriodSearch) => PeriodSearch) =>
        void latest.current.navigate({ to: ".", search: change });
      const days = PERIOD_LETTERS[key];
      if (days !== undefined) go((now) => withDays(now, days));
      else if (key === "c" && latest.current.mayCompare)
        go((now) => ({ ...now, compare: hasComparison(now) ? "none" : undefined }));
    };
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey);
    };
  }, [latest]);
}
