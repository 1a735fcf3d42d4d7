// A select field for a bar of controls, which shows only the selected value. Its label is for screen readers.

import { Button as AriaButton, ListBox, ListBoxItem, Popover, Select, SelectValue } from "react-aria-components";

import styles from "./BarSelect.module.css";
import fields from "./fields.module.css";
import { Icon } from "../elements/Icon";

interface BarSelectProps<Id extends string> {
  label: string;
  choices: readonly { id: Id; label: string }[];
  chosen: Id;
  onChoose: (id: Id) => void;
}

export function BarSelect<Id extends string>({ label, choices, chosen, onChoose }: BarSelectProps<Id>) {
  return (
    <Select
      aria-label={label}
      value={chosen}
      onChange={(key) => {
        const choice = choices.find(({ id }) => id === key);
        if (choice !== undefined) onChoose(choice.id);
      }}
    >
      <AriaButton className={styles.control}>
        <SelectValue />
        <Icon name="chevron" />
      </AriaButton>
      <Popover className={fields.popover}>
        <ListBox className={fields.list} items={choices}>
          {({ id, label: words }) => (
            <ListBoxItem id={id} textValue={words} className={fields.option}>
              {words}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
