// What figures are compared with. The previous period, the same weekdays a year earlier, or nothing.

import { useLingui } from "@lingui/react/macro";

import { Icon } from "../../../ui/elements/Icon";
import { Opener } from "../../../ui/dialogs/Opener";
import { part } from "../../../ui/loading/part";
import { preload } from "../../../ui/loading/preload";
import { Shortened } from "../../../ui/page/page";
import type { PeriodSearch } from "./period";
import styles from "./PeriodBar.module.css";

const load = preload(() => import("./CompareChoices"));
const CompareChoices = part(() => load().then(({ CompareChoices: component }) => component));

export function CompareMenu({ search: { compare } }: { search: PeriodSearch }) {
  const { t } = useLingui();
  const words = {
    previous: t`Compare: previous period`,
    year: t`Compare: a year ago`,
    none: t`No comparison`,
  };
  const brief = { previous: t`Compare`, year: t`A year ago`, none: t`No comparison` };
  const chosen = compare ?? "previous";
  return (
    <span>
      <span className={styles.printed}>{words[chosen]}</span>
      <Opener
        opens="menu"
        className={styles.control}
        button={
          <>
            <Shortened brief={brief[chosen]}>{words[chosen]}</Shortened>
            <Icon name="chevron" />
          </>
        }
        onNear={load}
      >
        {(opening) => <CompareChoices opening={opening} chosen={chosen} />}
      </Opener>
    </span>
  );
}
