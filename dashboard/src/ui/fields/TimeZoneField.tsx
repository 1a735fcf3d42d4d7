// A time zone from the IANA's list. The chosen one, the person's own and UTC come first.

import { useLingui } from "@lingui/react/macro";

import { SelectField } from "./fields";

export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

interface TimeZoneFieldProps {
  chosen: string;
  onChoose: (timezone: string) => void;
  hint?: string;
}

export function TimeZoneField({ chosen, onChoose, hint }: TimeZoneFieldProps) {
  const { t } = useLingui();
  const zones = [...new Set([chosen, ownTimeZone(), "UTC", ...Intl.supportedValuesOf("timeZone")])];
  return (
    <SelectField
      label={t`Time zone`}
      name="timezone"
      chosen={chosen}
      onChoose={onChoose}
      choices={zones.map((id) => ({ id, label: id.replaceAll("_", " ") }))}
      hint={hint ?? t`Days in reports start at midnight in this time zone.`}
    />
  );
}
