// The calendar for a range of dates. Future dates cannot be selected.

import { Trans } from "@lingui/react/macro";
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
} from "react-aria-components";
import { useLingui } from "@lingui/react/macro";

import { Icon } from "../../../ui/elements/Icon";
import { daysBetween } from "./period";
import styles from "./PeriodBar.module.css";

interface RangeChoiceProps {
  range: { from: string; to: string } | undefined;
  today: string;
  maxDays: number;
  onChoose: (from: string, to: string) => void;
}

export function RangeChoice({ range, today, maxDays, onChoose }: RangeChoiceProps) {
  const { t } = useLingui();
  const [isTooLong, setTooLong] = useState(false);
  const choose = ({ start, end }: { start: DateValue; end: DateValue }): void => {
    const [from, to] = [start.toString(), end.toString()];
    const tooLong = daysBetween(from, to) > maxDays;
    setTooLong(tooLong);
    if (!tooLong) onChoose(from, to);
  };
  return (
    <RangeCalendar
      className={styles.calendar}
      aria-label={t`Start and end date`}
      maxValue={parseDate(today)}
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
      <CalendarGrid>
        <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={styles.day} />}</CalendarGridBody>
      </CalendarGrid>
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
  );
}
