// The list of a switcher, with a search if it is long.

import { Trans } from "@lingui/react/macro";
import { Autocomplete, Input, Menu, MenuItem, SearchField, useFilter } from "react-aria-components";

import { Avatar } from "../../ui/elements/Avatar";
import { Icon } from "../../ui/elements/Icon";
import { ChoicesPopover } from "../../ui/dialogs/ChoicesPopover";
import type { Opening } from "../../ui/dialogs/Opener";
import { ADD, type Row } from "./switcher_rows";
import styles from "./switchers.module.css";

/** Lists up to this length have no search field. */
const SEARCH_FROM = 6;

interface SwitcherChoicesProps {
  opening: Opening;
  rows: readonly Row[];
  label: string;
  onChoose: (id: string) => void;
}

export function SwitcherChoices({ opening, rows, label, onChoose }: SwitcherChoicesProps) {
  const { id: menuId, onOpenChange } = opening;
  const { contains } = useFilter({ sensitivity: "base" });
  const hasSearch = rows.length > SEARCH_FROM;
  const menu = (
    <Menu
      id={menuId}
      className={styles.list ?? ""}
      items={rows}
      aria-label={label}
      {...(hasSearch ? {} : { autoFocus: "first" as const })}
      onClose={() => {
        onOpenChange(false);
      }}
      onAction={(key) => {
        onChoose(String(key));
      }}
      renderEmptyState={() => (
        <p className={styles.none}>
          <Trans>No results</Trans>
        </p>
      )}
    >
      {({ id, name, detail, digit }) => (
        <MenuItem id={id} textValue={`${name} ${detail}`} className={styles.option ?? ""}>
          {id === ADD ? <Icon name="plus" /> : <Avatar name={name} seed={id} />}
          <span className={styles.text}>
            {name}
            <small>{detail}</small>
          </span>
          {digit === undefined ? null : <kbd>{digit}</kbd>}
        </MenuItem>
      )}
    </Menu>
  );
  return (
    <ChoicesPopover opening={opening} className={styles.popover} label={label}>
      {hasSearch ? (
        <Autocomplete filter={contains}>
          <SearchField aria-label={label} autoFocus className={styles.search ?? ""}>
            <Icon name="search" />
            <Input placeholder={label} />
          </SearchField>
          {menu}
        </Autocomplete>
      ) : (
        menu
      )}
    </ChoicesPopover>
  );
}
