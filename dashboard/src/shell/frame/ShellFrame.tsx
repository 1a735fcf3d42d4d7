// The frame before the account is known: drawn immediately, while the API answers.

import { Skeleton } from "../../ui/page/page";
import { useLingui } from "@lingui/react/macro";
import styles from "./Shell.module.css";
import side from "./SideBar.module.css";

/** Lines where the entries of the side bar will be. */
const ENTRIES = 8;

export function ShellFrame() {
  const { t } = useLingui();
  return (
    <div className={styles.shell}>
      <div className={side.side} aria-hidden="true">
        {Array.from({ length: ENTRIES }, (_, entry) => <span key={entry} className={side.pending} />)}
      </div>
      <main id="content" className={styles.main}><Skeleton label={t`Loading`} /></main>
    </div>
  );
}
