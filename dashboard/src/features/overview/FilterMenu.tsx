// The filter menu (key F): by assistant or by page. Clicking a row of a panel filters too.

import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";

import { handlesKeys } from "../../shell/commands/shortcuts";
import { Opener } from "../../ui/dialogs/Opener";
import { part } from "../../ui/loading/part";
import { preload } from "../../ui/loading/preload";
import styles from "../shared/period/PeriodBar.module.css";

const load = preload(() => import("./FilterChoices"));
const FilterChoices = part(() => load().then(({ FilterChoices: component }) => component));

export function FilterMenu({ platforms, pages }: { platforms: readonly string[]; pages: readonly string[] }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key.toLowerCase() !== "f" ||
        event.metaKey ||
        event.ctrlKey ||
        event.altKey ||
        event.defaultPrevented ||
        handlesKeys(event.target)
      )
        return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey);
    };
  }, []);
  if (platforms.length === 0 && pages.length === 0) return null;
  return (
    <Opener
      opens="menu"
      className={styles.control}
      button={t`Filter`}
      isOpen={isOpen}
      onOpenChange={setOpen}
      onNear={load}
    >
      {(opening) => <FilterChoices opening={opening} platforms={platforms} pages={pages} />}
    </Opener>
  );
}
