// What changed in a text: its parts, and sentences that were added, removed or moved.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";

import { Button } from "../../ui/elements/Button";
import { useForms } from "../../words/forms";
import styles from "./PageFilePage.module.css";
import type { Happened } from "./queries";

type Text = NonNullable<Happened["text"]>;

const FIRST_SHOWN = 6;
const SIGNS = { added: "+", removed: "−", moved: "↕" } as const;

export function Difference({ text }: { text: Text }) {
  const { t } = useLingui();
  const forms = useForms();
  const [isWhole, setWhole] = useState(false);
  const names = { added: t`added`, removed: t`removed`, moved: t`moved` };
  const shown = isWhole ? text.sentences : text.sentences.slice(0, FIRST_SHOWN);
  const hidden = forms.number(text.sentences.length - shown.length);
  const beyond = text.changedSentences - text.sentences.length;
  const unlisted = forms.number(beyond);
  return (
    <>
      <Parts text={text} />
      {shown.length === 0 ? null : (
        <ul className={styles.difference}>
          {shown.map(({ change, text: sentence }, place) => (
            <li key={place} data-change={change}>
              <span aria-hidden="true">{SIGNS[change]} </span>
              <span className={styles.unseen}>{names[change]}: </span>
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {shown.length < text.sentences.length ? (
        <Button
          look="quiet"
          onPress={() => {
            setWhole(true);
          }}
        >
          <Trans>Show {hidden} more</Trans>
        </Button>
      ) : beyond > 0 ? (
        <small>
          <Trans>{unlisted} more sentences changed.</Trans>
        </small>
      ) : null}
    </>
  );
}

/** The kinds of parts of which there are now more or fewer. */
function Parts({ text }: { text: Text }) {
  const { t } = useLingui();
  const forms = useForms();
  const before = text.structureBefore;
  if (before === null) return null;
  const now = text.structure;
  const all = [
    [t`headings`, before.headings, now.headings],
    [t`tables`, before.tables, now.tables],
    [t`lines of code`, before.codeLines, now.codeLines],
    [t`items of lists`, before.listItems, now.listItems],
  ] as const;
  const changed = all.filter(([, old, value]) => old !== value);
  if (changed.length === 0) return null;
  return (
    <small>
      {changed.map(([name, old, value]) => `${name} ${forms.number(old)} → ${forms.number(value)}`).join(", ")}
    </small>
  );
}
