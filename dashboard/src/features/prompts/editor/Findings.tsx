// The passages that the prompt policy refuses or warns about. Each has advice and a button that selects it.

import { Trans, useLingui } from "@lingui/react/macro";
import type { RefObject } from "react";

import { Button } from "../../../ui/elements/Button";
import { Note } from "../../../ui/page/page";
import styles from "./Findings.module.css";
import { policyWords } from "../../../words/policy";
import { selectPassage } from "./passage";
import type { Preview } from "../../shared/prompts/queries";

interface FindingsProps {
  findings: Preview["findings"];
  /** Whether the text cannot be saved as it is. */
  refuses: boolean;
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
}

export function Findings({ findings, refuses, area, text }: FindingsProps) {
  const { t } = useLingui();
  return (
    <div role="status">
      {findings.length === 0 ? null : (
        <Note tone={refuses ? "bad" : "warn"}>
          <p className={styles.why}>
            {refuses ? (
              <Trans>
                Readers send this in their own name, so it must only ask about the page. It can’t be saved like this:
              </Trans>
            ) : (
              <Trans>Readers send this in their own name. It will be saved with a warning:</Trans>
            )}
          </p>
          <ul className={styles.list}>
            {findings.map(({ code, message, passage, start }) => (
              <li key={`${String(start)} ${code}`}>
                <q>{passage}</q>
                <span>{policyWords({ code, message }) ?? message}</span>
                <Button
                  aria-label={t`Show in the text: ${passage}`}
                  onPress={() => {
                    selectPassage(area.current, text, { start, passage });
                  }}
                >
                  <Trans>Show</Trans>
                </Button>
              </li>
            ))}
          </ul>
        </Note>
      )}
    </div>
  );
}
