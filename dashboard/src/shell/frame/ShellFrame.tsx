// The frame while the account is loading, with placeholders.

import { Skeleton } from "../../ui/page/page";
import { useLingui } from "@lingui/react/macro";
import styles from "./Shell.module.css";
import side from "./SideBar.module.css";

/** The number of placeholder lines in the side bar. */
const ENTRIES = 8;

export function ShellFrame() {
  const { t } = useLingui();
  return (
    <div className={styles.shell}>
      <div className={side.side} aria-hidden="true">
        {Array.from({ length: ENTRIES }, (_, entry) => (
          <span key={entry} className={side.pending} />
        ))}
      </div>
      <main id="content" className={styles.main}>
        <Skeleton label={t`Loading`} />
      </main>
    </div>
  );
}
