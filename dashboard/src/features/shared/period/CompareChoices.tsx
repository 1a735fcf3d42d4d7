// The entries of the menu of comparisons.

import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { Menu, MenuItem } from "react-aria-components";

import { ChoicesPopover } from "../../../ui/dialogs/ChoicesPopover";
import type { Opening } from "../../../ui/dialogs/Opener";
import { Icon } from "../../../ui/elements/Icon";
import type { PeriodSearch } from "./period";
import styles from "./PeriodBar.module.css";

const COMPARISONS = ["previous", "year", "none"] as const;
type Comparison = (typeof COMPARISONS)[number];

export function CompareChoices({ opening, chosen }: { opening: Opening; chosen: Comparison }) {
  const { t } = useLingui();
  const { id, onOpenChange } = opening;
  const navigate = useNavigate();
  const words: Record<Comparison, string> = {
    previous: t`Previous period`,
    year: t`A year ago, the same weekdays`,
    none: t`No comparison`,
  };
  return (
    <ChoicesPopover opening={opening} className={styles.popover} label={t`Comparison`}>
      <Menu
        id={id}
        className={styles.choices ?? ""}
        aria-label={t`Comparison`}
        autoFocus="first"
        selectionMode="single"
        selectedKeys={[chosen]}
        onClose={() => {
          onOpenChange(false);
        }}
        onAction={(key) => {
          const compare = COMPARISONS.find((one) => one === key);
          void navigate({
            to: ".",
            search: (now: PeriodSearch) => ({ ...now, compare: compare === "previous" ? undefined : compare }),
          });
        }}
      >
        {COMPARISONS.map((one) => (
          <MenuItem key={one} id={one} className={styles.choice ?? ""}>
            <span className={styles.tick}>{one === chosen ? <Icon name="check" /> : null}</span>
            {words[one]}
          </MenuItem>
        ))}
      </Menu>
    </ChoicesPopover>
  );
}
