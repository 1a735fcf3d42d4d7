// The field for the current password, which is asked for again before a change.

import { useLingui } from "@lingui/react/macro";

import { PasswordField } from "../../ui/fields/fields";
import { AccountName } from "./AccountName";

interface PasswordAgainProps {
  value: string;
  hint?: string;
  onChange: (value: string) => void;
}

export function PasswordAgain({ value, hint, onChange }: PasswordAgainProps) {
  const { t } = useLingui();
  return (
    <>
      <AccountName />
      <PasswordField
        label={t`Current password`}
        name="password"
        autoComplete="current-password"
        isRequired
        value={value}
        onChange={onChange}
        {...(hint === undefined ? {} : { hint })}
      />
    </>
  );
}
