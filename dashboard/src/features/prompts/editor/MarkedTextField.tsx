// A text field with marked passages. The same text, with the marks, is drawn behind the field.

import { useRef, type ReactNode, type RefObject } from "react";
import { Label, Text, TextArea, TextField } from "react-aria-components";

import fields from "../../../ui/fields/fields.module.css";
import styles from "./MarkedTextField.module.css";
import { piecesOf } from "./prompt_form";
import { FieldMessage } from "../../../ui/fields/FieldMessage";

interface MarkedTextFieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (text: string) => void;
  findings: readonly { start: number; passage: string }[];
  maxLength: number;
  hint: ReactNode;
  /** Shown between the label and the field. */
  children?: ReactNode;
  area: RefObject<HTMLTextAreaElement | null>;
  isInvalid: boolean;
}

export function MarkedTextField({
  label,
  name,
  value,
  onChange,
  findings,
  maxLength,
  hint,
  children,
  area,
  isInvalid,
}: MarkedTextFieldProps) {
  const behind = useRef<HTMLDivElement>(null);
  return (
    <TextField
      className={fields.field}
      name={name}
      value={value}
      onChange={onChange}
      isRequired
      maxLength={maxLength}
      {...(isInvalid ? { isInvalid: true, validationBehavior: "aria" as const } : {})}
    >
      <Label>{label}</Label>
      {children}
      <div className={styles.stack}>
        <div ref={behind} className={`${fields.input} ${styles.behind}`} aria-hidden="true">
          {piecesOf(value, findings).map(({ text, finding }, place) =>
            finding === null ? (
              text
            ) : (
              <mark key={place} data-finding={finding}>
                {text}
              </mark>
            ),
          )}
          {"\n"}
        </div>
        <TextArea
          ref={area}
          rows={6}
          spellCheck
          className={`${fields.input} ${styles.front}`}
          onScroll={(event) => {
            if (behind.current !== null) behind.current.scrollTop = event.currentTarget.scrollTop;
          }}
        />
      </div>
      <Text slot="description" className={fields.hint}>
        {hint}
      </Text>
      <FieldMessage />
    </TextField>
  );
}
