// A number of days as people say it: days, weeks or months. For times that are only about right.

import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";

const DAYS_OF_WEEK = 7;
const DAYS_OF_MONTH = 30.4;
/** From here on, a time is said in weeks. */
const FROM_WEEKS = 12;
/** From here on, a time is said in months. */
const FROM_MONTHS = 100;

export function useDaysInWords(): (days: number) => string {
  const { t } = useLingui();
  return (days) => {
    if (days < FROM_WEEKS) return t`${plural(days, { one: "# day", other: "# days" })}`;
    const weeks = Math.round(days / DAYS_OF_WEEK);
    if (days < FROM_MONTHS) return t`${plural(weeks, { one: "# week", other: "# weeks" })}`;
    const months = Math.round(days / DAYS_OF_MONTH);
    return t`${plural(months, { one: "# month", other: "# months" })}`;
  };
}
