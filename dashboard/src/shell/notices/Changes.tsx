// The change log for owners, with new entries marked. Its text is that of CHANGELOG.md, in English.

import { Trans, useLingui } from "@lingui/react/macro";
import { entries } from "virtual:changelog";
import { Fragment } from "react";

import { Sheet } from "../../ui/dialogs/Sheet";
import { Tag } from "../../ui/page/page";
import styles from "./Changes.module.css";
import { unseenIds } from "./seen_changes";

export function Changes({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui();
  const fresh = unseenIds();
  const shown = [...entries.filter(({ id }) => fresh.has(id)), ...entries.filter(({ id }) => !fresh.has(id))];
  return (
    <Sheet title={t`What’s new`} onClose={onClose}>
      {i18n.locale === "en" ? null : (
        <p className={styles.note}>
          <Trans>The change log is kept in English.</Trans>
        </p>
      )}
      <ul className={styles.list} lang="en">
        {shown.map(({ id, audience, text }) => (
          <li key={id}>
            {fresh.has(id) ? (
              <Tag tone="good">
                <Trans>new</Trans>
              </Tag>
            ) : null}
            {audience === "readers" ? (
              <Tag>
                <span lang={i18n.locale}>
                  <Trans>Your readers see this</Trans>
                </span>
              </Tag>
            ) : null}
            <p>
              <Marked text={text} />
            </p>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** Shows code in a monospaced font, and a link as plain text. */
function Marked({ text }: { text: string }) {
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("**", "");
  return (
    <>
      {plain
        .split("`")
        .map((part, place) =>
          place % 2 === 1 ? <code key={place}>{part}</code> : <Fragment key={place}>{part}</Fragment>,
        )}
    </>
  );
}
