// Fields of forms, and the search field. Text and select fields have a visible label, a hint below it, and the API's
// message if the value was refused.

import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import {
  Button as AriaButton,
  CheckboxButton,
  CheckboxField,
  type CheckboxFieldProps,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField as AriaSearchField,
  type SearchFieldProps,
  Select as AriaSelect,
  SelectValue,
  Text,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps,
} from "react-aria-components";

import styles from "./fields.module.css";
import { Icon } from "../elements/Icon";
import { FieldMessage } from "./FieldMessage";

interface FieldProps extends Omit<TextFieldProps, "children" | "className"> {
  /** Empty if there is an `aria-label`, as in the second and later rows of a list. */
  label: string;
  hint?: ReactNode;
  placeholder?: string;
}

export function TextField({ label, hint, placeholder, ...rest }: FieldProps) {
  return (
    <AriaTextField {...rest} className={styles.field}>
      {label === "" ? null : <Label>{label}</Label>}
      <Input placeholder={placeholder} className={styles.input} />
      {hint === undefined ? null : (
        <Text slot="description" className={styles.hint}>
          {hint}
        </Text>
      )}
      <FieldMessage />
    </AriaTextField>
  );
}

/** A text field with several lines. */
export function TextAreaField({ label, hint, placeholder, rows, ...rest }: FieldProps & { rows: number }) {
  return (
    <AriaTextField {...rest} className={styles.field}>
      <Label>{label}</Label>
      <TextArea placeholder={placeholder} rows={rows} className={styles.input} />
      {hint === undefined ? null : (
        <Text slot="description" className={styles.hint}>
          {hint}
        </Text>
      )}
      <FieldMessage />
    </AriaTextField>
  );
}

/** A password field with a button that shows the password, so that people can check what they typed. */
export function PasswordField({ label, hint, ...rest }: FieldProps) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  return (
    <AriaTextField {...rest} type={isShown ? "text" : "password"} className={styles.field}>
      <Label>{label}</Label>
      <div className={styles.joined}>
        <Input className={styles.input} />
        <AriaButton
          className={styles.inside}
          aria-pressed={isShown}
          aria-label={t`Show password`}
          onPress={() => {
            setShown(!isShown);
          }}
        >
          <Icon name="eye" />
        </AriaButton>
      </div>
      {hint === undefined ? null : (
        <Text slot="description" className={styles.hint}>
          {hint}
        </Text>
      )}
      <FieldMessage />
    </AriaTextField>
  );
}

export function Checkbox({
  children,
  hint,
  ...rest
}: Omit<CheckboxFieldProps, "children" | "className"> & { children: ReactNode; hint?: ReactNode }) {
  return (
    <CheckboxField {...rest}>
      <CheckboxButton className={styles.checkbox}>
        <span className={styles.box} aria-hidden="true">
          {rest.isIndeterminate === true ? <i /> : <Icon name="check" />}
        </span>
        <span className={styles.words}>
          {children}
          {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
        </span>
      </CheckboxButton>
    </CheckboxField>
  );
}

interface Choice<Id extends string> {
  id: Id;
  label: string;
}

interface SelectProps<Id extends string> {
  label: string;
  choices: readonly Choice<Id>[];
  chosen: Id;
  onChoose: (id: Id) => void;
  hint?: ReactNode;
  name?: string;
}

export function SelectField<Id extends string>({ label, choices, chosen, onChoose, hint, name }: SelectProps<Id>) {
  return (
    <AriaSelect
      className={styles.field}
      name={name}
      value={chosen}
      onChange={(key) => {
        const choice = choices.find(({ id }) => id === key);
        if (choice !== undefined) onChoose(choice.id);
      }}
    >
      <Label>{label}</Label>
      <AriaButton className={styles.select}>
        <SelectValue />
        <Icon name="chevron" />
      </AriaButton>
      {hint === undefined ? null : (
        <Text slot="description" className={styles.hint}>
          {hint}
        </Text>
      )}
      <FieldMessage />
      <Popover className={styles.popover}>
        <ListBox className={styles.list} items={choices}>
          {({ id, label: words }) => (
            <ListBoxItem id={id} textValue={words} className={styles.option}>
              {words}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

export function SearchField({
  label,
  placeholder,
  ...rest
}: Omit<SearchFieldProps, "children" | "className"> & { label: string; placeholder?: string }) {
  const { t } = useLingui();
  return (
    <AriaSearchField {...rest} aria-label={label} className={styles.search}>
      <Icon name="search" />
      <Input placeholder={placeholder ?? label} />
      <AriaButton className={styles.clear} aria-label={t`Clear`}>
        <Icon name="close" />
      </AriaButton>
    </AriaSearchField>
  );
}
