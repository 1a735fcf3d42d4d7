// The filter menu (key F): by assistant or by page. Clicking a row of a panel filters too.

import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";

import { handlesKeys } from "../../../shell/commands/shortcuts";
import { Opener } from "../../../ui/dialogs/Opener";
import { part } from "../../../ui/loading/part";
import { preload } from "../../../ui/loading/preload";
import type { FiguresPage } from "./applied";
import type { PeriodSearch } from "./period";
import styles from "./PeriodBar.module.css";

const load = preload(() => import("./FilterChoices"));
const FilterChoices = part(() => load().then(({ FilterChoices: component }) => component));

export function FilterMenu({ page, search }: { page: FiguresPage; search: PeriodSearch }) {
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
  return (
    <Opener
      opens="menu"
      className={styles.control}
      button={t`Filter`}
      isOpen={isOpen}
      onOpenChange={setOpen}
      onNear={load}
    >
      {(opening) => <FilterChoices opening={opening} page={page} search={search} />}
    </Opener>
  );
}
