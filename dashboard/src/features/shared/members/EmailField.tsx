// The address of a person who is added.

import { useLingui } from "@lingui/react/macro";

import { TextField } from "../../../ui/fields/fields";

const MAX_EMAIL_CHARACTERS = 254;

interface EmailFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** What is sent there. */
  hint: string;
}

export function EmailField({ value, onChange, hint }: EmailFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Email`}
      name="email"
      type="email"
      autoComplete="off"
      value={value}
      onChange={onChange}
      isRequired
      autoFocus
      maxLength={MAX_EMAIL_CHARACTERS}
      hint={hint}
    />
  );
}
