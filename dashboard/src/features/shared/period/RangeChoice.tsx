// The calendar for a range of dates, and weeks, months and years of the calendar. Future dates cannot be selected.
// A wide window has room for two months, so that a range of the last days is in view on the first day of a month as well.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { parseDate, type DateValue } from "@internationalized/date";
import { useState } from "react";
import {
  Button as AriaButton,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
  RangeCalendar,
  useLocale,
} from "react-aria-components";

import { siteQuery } from "../../../api/queries";
import { useIsNarrow } from "../../../shell/frame/screen_width";
import { Icon } from "../../../ui/elements/Icon";
import { CALENDAR_PERIODS, datesOf, type CalendarPeriod } from "./calendar_periods";
import { daysBetween, todayIn } from "./period";
import styles from "./PeriodBar.module.css";

interface RangeChoiceProps {
  range: { from: string; to: string } | undefined;
  today: string;
  maxDays: number;
  siteId: string | undefined;
  onChoose: (from: string, to: string) => void;
}

export function RangeChoice({ range, today, maxDays, siteId, onChoose }: RangeChoiceProps) {
  const { t } = useLingui();
  const [isTooLong, setTooLong] = useState(false);
  const months = useIsNarrow() ? [0] : [0, 1];
  const choose = ({ start, end }: { start: DateValue; end: DateValue }): void => {
    const [from, to] = [start.toString(), end.toString()];
    const tooLong = daysBetween(from, to) > maxDays;
    setTooLong(tooLong);
    if (!tooLong) onChoose(from, to);
  };
  return (
    <div className={styles.dates}>
      {siteId === undefined ? null : (
        <CalendarPeriods siteId={siteId} range={range} today={today} maxDays={maxDays} onChoose={onChoose} />
      )}
      <RangeCalendar
        className={styles.calendar}
        aria-label={t`Start and end date`}
        maxValue={parseDate(today)}
        visibleDuration={{ months: months.length }}
        selectionAlignment="end"
        pageBehavior="single"
        onChange={choose}
        autoFocus
        {...(range === undefined
          ? {}
          : {
              defaultValue: { start: parseDate(range.from), end: parseDate(range.to) },
              defaultFocusedValue: parseDate(range.to),
            })}
      >
        <header>
          <AriaButton slot="previous">
            <Icon name="back" />
          </AriaButton>
          <Heading level={2} />
          <AriaButton slot="next">
            <Icon name="forth" />
          </AriaButton>
        </header>
        <div className={styles.months}>
          {months.map((offset) => (
            <CalendarGrid key={offset} offset={{ months: offset }}>
              <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
              <CalendarGridBody>{(date) => <CalendarCell date={date} className={styles.day} />}</CalendarGridBody>
            </CalendarGrid>
          ))}
        </div>
        {isTooLong ? (
          <small role="alert">
            <Trans>Up to one year.</Trans>
          </small>
        ) : (
          <small>
            <Trans>Select start and end date.</Trans>
          </small>
        )}
      </RangeCalendar>
    </div>
  );
}

function CalendarPeriods({ siteId, range, today, maxDays, onChoose }: RangeChoiceProps & { siteId: string }) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const { data: site } = useQuery(siteQuery(siteId));
  const first = site?.install.firstSeenAt ?? null;
  const since = site === undefined || first === null ? null : todayIn(site.timezone, new Date(first));
  const words: Record<CalendarPeriod, string> = {
    week: t`This week`,
    lastWeek: t`Last week`,
    month: t`This month`,
    lastMonth: t`Last month`,
    year: t`This year`,
    all: t`All time`,
  };
  return (
    <div className={styles.presets} role="group" aria-label={t`Weeks, months and years`}>
      {CALENDAR_PERIODS.map((period) => {
        const dates = datesOf(period, { today, tag: locale, since }, maxDays);
        return (
          <AriaButton
            key={period}
            className={styles.preset ?? ""}
            isDisabled={dates === null}
            aria-pressed={dates !== null && dates.from === range?.from && dates.to === range.to}
            onPress={() => {
              if (dates !== null) onChoose(dates.from, dates.to);
            }}
          >
            {words[period]}
          </AriaButton>
        );
      })}
      {since !== null && daysBetween(since, today) > maxDays ? (
        <small>
          <Trans>All time is longer than one year.</Trans>
        </small>
      ) : null}
    </div>
  );
}
