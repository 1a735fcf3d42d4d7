// The actions for a row, in a menu behind three dots.

import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";

import styles from "./ActionMenu.module.css";
import { Icon } from "../elements/Icon";

export interface Action<Id extends string> {
  id: Id;
  words: string;
  isBad?: boolean;
}

interface ActionMenuProps<Id extends string> {
  /** The label for screen readers, which names the row. */
  label: string;
  actions: readonly Action<Id>[];
  onAction: (id: Id) => void;
}

export function ActionMenu<Id extends string>({ label, actions, onAction }: ActionMenuProps<Id>) {
  return (
    <MenuTrigger>
      <AriaButton className={styles.more} aria-label={label}>
        <Icon name="more" />
      </AriaButton>
      <Popover className={styles.popover} placement="bottom end">
        <Menu
          className={styles.menu}
          items={actions}
          onAction={(key) => {
            const action = actions.find(({ id }) => id === key);
            if (action !== undefined) onAction(action.id);
          }}
        >
          {({ id, words, isBad }) => (
            <MenuItem id={id} textValue={words} className={`${styles.option} ${isBad === true ? styles.bad : ""}`}>
              {words}
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
