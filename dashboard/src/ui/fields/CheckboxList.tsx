// A field with several checkboxes in columns, with a label and an error message.

import type { ReactNode } from "react";
import { CheckboxGroup, Label } from "react-aria-components";

import styles from "./CheckboxList.module.css";
import { FieldMessage } from "./FieldMessage";

interface CheckboxListProps {
  label: string;
  name: string;
  isRequired?: boolean;
  /** Shown above the choices. */
  note?: string;
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
  /** Whether the choices have only one or two words, so that the columns can be narrower. */
  isShort?: boolean;
  /** A `Checkbox` for each choice. */
  children: ReactNode;
}

export function CheckboxList({
  label,
  name,
  isRequired = false,
  note,
  chosen,
  onChoose,
  isShort = false,
  children,
}: CheckboxListProps) {
  return (
    <CheckboxGroup name={name} className={styles.list} isRequired={isRequired} value={[...chosen]} onChange={onChoose}>
      <Label>{label}</Label>
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      <div className={isShort ? styles.short : styles.long}>{children}</div>
      <FieldMessage />
    </CheckboxGroup>
  );
}
