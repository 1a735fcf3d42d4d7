// A custom range: a button with the dates, which opens a calendar. The calendar's code is loaded when it opens.

import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";

import { usePlace } from "../../../shell/place";
import { DialogOpener } from "../../../ui/dialogs/DialogOpener";
import { Icon } from "../../../ui/elements/Icon";
import { Shortened, ScreenReaderOnly } from "../../../ui/page/page";
import { AfterPaint } from "../../../ui/loading/AfterPaint";
import { part } from "../../../ui/loading/part";
import { Loading } from "../../../ui/loading/Loaded";
import { useForms } from "../../../words/forms";
import { todayIn, withRange, type PeriodSearch } from "./period";
import styles from "./PeriodBar.module.css";

/** The API's maximum length of a period. */
const MAX_DAYS = 365;

const RangeChoice = part(() => import("./RangeChoice").then(({ RangeChoice: component }) => component), Loading);

interface DatesButtonProps {
  shown: { from: string; to: string } | undefined;
  /** The time zone of the days. Days after today cannot be selected. */
  timezone: string;
  onChoose: (from: string, to: string) => void;
  /** The maximum length of a range, in days. */
  maxDays?: number;
  /** The site whose weeks, months and years can be chosen as well. */
  siteId?: string | undefined;
}

export function DatesButton({ shown, timezone, onChoose, maxDays = MAX_DAYS, siteId }: DatesButtonProps) {
  const { t } = useLingui();
  const forms = useForms();
  return (
    <DialogOpener
      className={styles.control}
      title={t`Choose dates`}
      popover={styles.popover}
      dialog={styles.dialog}
      button={
        <>
          <Icon name="calendar" />
          {shown === undefined ? (
            <Shortened
              brief={
                <ScreenReaderOnly>
                  <Trans>Choose dates</Trans>
                </ScreenReaderOnly>
              }
            >
              <Trans>Choose dates</Trans>
            </Shortened>
          ) : (
            <Shortened brief={forms.daysBrief(shown.from, shown.to)}>{forms.days(shown.from, shown.to)}</Shortened>
          )}
        </>
      }
    >
      {(close) => (
        <AfterPaint>
          <RangeChoice
            range={shown}
            today={todayIn(timezone)}
            maxDays={maxDays}
            siteId={siteId}
            onChoose={(first, last) => {
              close();
              onChoose(first, last);
            }}
          />
        </AfterPaint>
      )}
    </DialogOpener>
  );
}

/** The range of a page of figures, from its address. */
export function RangeButton({
  search,
  range,
}: {
  search: PeriodSearch;
  range: { from: string; to: string } | undefined;
}) {
  const navigate = useNavigate();
  const { site } = usePlace();
  const { from, to } = search;
  const shown = from !== undefined && to !== undefined ? { from, to } : range;
  return (
    <DatesButton
      shown={shown}
      timezone={site?.timezone ?? "UTC"}
      siteId={site?.id}
      onChoose={(first, last) => void navigate({ to: ".", search: (now: PeriodSearch) => withRange(now, first, last) })}
    />
  );
}
