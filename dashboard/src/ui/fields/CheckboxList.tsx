// Several choices of one field, side by side where there is room, with the field's label and error.

import type { ReactNode } from "react";
import { CheckboxGroup, FieldError, Label } from "react-aria-components";

import styles from "./CheckboxList.module.css";

interface CheckboxListProps {
  label: string;
  name: string;
  isRequired?: boolean;
  /** Said above the choices. */
  note?: string;
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
  /** Whether the choices are a word or two, in narrower columns. */
  isShort?: boolean;
  /** A `Checkbox` for each choice. */
  children: ReactNode;
}

export function CheckboxList({ label, name, isRequired = false, note, chosen, onChoose, isShort = false, children }: CheckboxListProps) {
  return (
    <CheckboxGroup name={name} className={styles.list} isRequired={isRequired} value={[...chosen]} onChange={onChoose}>
      <Label>{label}</Label>
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      <div className={isShort ? styles.short : styles.long}>{children}</div>
      <FieldError className={styles.error} />
    </CheckboxGroup>
  );
}
