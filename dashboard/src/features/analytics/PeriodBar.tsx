// The line of control of a page of figures: the period, and the filters that stand in the address. Each is a real link.

import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import { isTaken } from "../../shell/shortcuts";
import { Icon } from "../../ui/Icon";
import { Bar } from "../../ui/page";
import segments from "../../ui/Segments.module.css";
import { DAYS_USUAL, PERIODS, PERIOD_LETTERS, type PeriodSearch } from "./period";
import styles from "./PeriodBar.module.css";
import { usePlatformName } from "./platforms";

export function PeriodBar({ search, children }: { search: PeriodSearch; children?: React.ReactNode }) {
  const { t } = useLingui();
  const platformName = usePlatformName();
  const days = search.days ?? DAYS_USUAL;
  usePeriodLetters();
  const names: Record<(typeof PERIODS)[number], string> = { 1: t`Today`, 7: t`7 days`, 30: t`30 days`, 90: t`90 days`, 365: t`12 months` };
  return (
    <Bar>
      <div className={segments.segments} role="group" aria-label={t`Period`}>
        {PERIODS.map((period) => (
          <Link
            key={period} from="/sites/$siteId" to="." className={segments.segment} {...(period === days ? { "aria-current": "true" as const } : { "aria-current": undefined })}
            activeProps={{}} activeOptions={{ exact: true, includeSearch: true }}
            search={(now: PeriodSearch) => ({ ...now, days: period === DAYS_USUAL ? undefined : period })}
          >
            {names[period]}
          </Link>
        ))}
      </div>
      {search.page === undefined ? null : (
        <span className={styles.chip}><Trans>Page: {search.page}</Trans>
          <Link from="/sites/$siteId" to="." search={(now: PeriodSearch) => ({ ...now, page: undefined })} aria-label={t`Without the filter by page`}><Icon name="close" /></Link>
        </span>
      )}
      {search.platform === undefined ? null : (
        <span className={styles.chip}><Trans>Assistant: {platformName(search.platform)}</Trans>
          <Link from="/sites/$siteId" to="." search={(now: PeriodSearch) => ({ ...now, platform: undefined })} aria-label={t`Without the filter by assistant`}><Icon name="close" /></Link>
        </span>
      )}
      {children}
    </Bar>
  );
}

/** D W M Q Y. */
function usePeriodLetters(): void {
  const navigate = useNavigate();
  const latest = useRef(navigate);
  useEffect(() => { latest.current = navigate; });
  useEffect(() => {
    let follows = false;
    const onKey = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase();
      // After G a letter leads to a page.
      const isSecond = follows;
      follows = key === "g";
      const days = PERIOD_LETTERS[key];
      if (days === undefined || isSecond || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTaken(event.target)) return;
      void latest.current({ from: "/sites/$siteId", to: ".", search: (now: PeriodSearch) => ({ ...now, days: days === DAYS_USUAL ? undefined : days }) });
    };
    addEventListener("keydown", onKey);
    return () => { removeEventListener("keydown", onKey); };
  }, []);
}
