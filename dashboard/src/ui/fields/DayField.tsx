// A date, typed or selected in a calendar. Only forms that use it load it, because the calendar is large.

import { useLingui } from "@lingui/react/macro";
import { parseDate, type CalendarDate } from "@internationalized/date";
import {
  Button as AriaButton,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Label,
  Popover,
  Text,
} from "react-aria-components";

import styles from "./DayField.module.css";
import fields from "./fields.module.css";
import { Icon } from "../elements/Icon";
import { FieldMessage } from "./FieldMessage";

interface DayFieldProps {
  label: string;
  hint?: string;
  name: string;
  /** `2026-11-22`, or empty. */
  day: string;
  onChoose: (day: string) => void;
  /** The first and last day that can be chosen. */
  min: string;
  max: string;
}

export function DayField({ label, hint, name, day, onChoose, min, max }: DayFieldProps) {
  const { t } = useLingui();
  return (
    <DatePicker
      className={fields.field}
      isRequired
      minValue={parseDate(min)}
      maxValue={parseDate(max)}
      name={name}
      shouldForceLeadingZeros
      value={day === "" ? null : parseDate(day)}
      onChange={(chosen: CalendarDate | null) => {
        onChoose(chosen?.toString() ?? "");
      }}
    >
      <Label>{label}</Label>
      <Group className={styles.group}>
        <DateInput className={styles.input}>
          {(segment) => <DateSegment segment={segment} className={styles.segment} />}
        </DateInput>
        <AriaButton className={styles.open} aria-label={t`Calendar`}>
          <Icon name="calendar" />
        </AriaButton>
      </Group>
      {hint === undefined ? null : (
        <Text slot="description" className={fields.hint}>
          {hint}
        </Text>
      )}
      <FieldMessage />
      <Popover className={styles.popover}>
        <Dialog className={styles.dialog} aria-label={label}>
          <Calendar>
            <header className={styles.head}>
              <AriaButton slot="previous" className={styles.open}>
                <Icon name="back" />
              </AriaButton>
              <Heading level={2} />
              <AriaButton slot="next" className={styles.open}>
                <Icon name="forth" />
              </AriaButton>
            </header>
            <CalendarGrid className={styles.grid}>
              <CalendarGridHeader>{(weekday) => <CalendarHeaderCell>{weekday}</CalendarHeaderCell>}</CalendarGridHeader>
              <CalendarGridBody>{(date) => <CalendarCell date={date} className={styles.day} />}</CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  );
}
