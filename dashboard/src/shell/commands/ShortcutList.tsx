// The list of keyboard shortcuts (key `?`).

import { Trans, useLingui } from "@lingui/react/macro";

import { Dialog } from "../../ui/dialogs/Dialog";
import { Switch } from "../../ui/fields/Switch";
import { chooseSingleKeys, useSingleKeys } from "../../ui/hooks/single_keys";
import { ALL_SITES, ORGANIZATION_PAGES, SITE_PAGES } from "../navigation";
import styles from "./ShortcutList.module.css";
import { isApple } from "../frame/SideBar";

export function ShortcutList({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui();
  const hasSingleKeys = useSingleKeys();
  const rows: [string[], string][] = [
    [isApple() ? ["⌘", "K"] : [t`Ctrl`, "K"], t`Search pages, sites and actions`],
    [["?"], t`Keyboard shortcuts`],
    ...[ALL_SITES, ...SITE_PAGES, ...ORGANIZATION_PAGES].map(({ letter, title }): [string[], string] => [
      ["G", letter.toUpperCase()],
      i18n._(title),
    ]),
    [["1 – 9"], t`The first nine sites of the list`],
    [["D"], t`Today`],
    [["W"], t`7 days`],
    [["M"], t`30 days`],
    [["Q"], t`90 days`],
    [["Y"], t`12 months`],
    [["C"], t`Turn the comparison with the previous period on or off`],
    [["F"], t`Filter`],
  ];
  return (
    <Dialog title={t`Keyboard shortcuts`} isOpen onClose={onClose}>
      <dl className={styles.list}>
        {rows.map(([keys, what]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        <Trans>Press G, then the letter. D, W, M, Q, Y, C and F work on pages that have these choices.</Trans>
      </p>
      <Switch
        isSelected={hasSingleKeys}
        onChange={chooseSingleKeys}
        hint={
          isApple() ? (
            <Trans>If they are off, only ⌘ K works. Applies to this browser.</Trans>
          ) : (
            <Trans>If they are off, only Ctrl K works. Applies to this browser.</Trans>
          )
        }
      >
        <Trans>Shortcuts of single keys</Trans>
      </Switch>
    </Dialog>
  );
}
