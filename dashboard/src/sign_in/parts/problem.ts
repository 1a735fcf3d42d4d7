// An error above a form: what to do, and the request's id if the service failed.

import { t } from "@lingui/core/macro";

import { type ApiFailure, isOurFault } from "../../api/failure";
import { COPIED_FOR_MS, copyText } from "../../ui/elements/copy_text";
import buttonStyles from "../../ui/elements/Button.module.css";
import noteStyles from "../../ui/page/page.module.css";
import styles from "../../ui/page/Problem.module.css";
import { SIGNS } from "../../ui/elements/signs";
import type { Credential } from "../../words/errors";
import { failureWords } from "../../words/failures";
import { showSign, sign, signButton } from "./controls";
import { element } from "./element";

export function problemNote(failure: unknown, credential?: Credential): HTMLElement {
  const note = element("div", { class: `${noteStyles.note} ${noteStyles.bad}`, role: "alert" }, () => failureWords(failure, credential), " ");
  if (isOurFault(failure) && failure.requestId !== null) note.append(requestId(failure.requestId));
  return note;
}

function requestId(id: NonNullable<ApiFailure["requestId"]>): HTMLElement {
  const drawing = sign(SIGNS.copy);
  const copy = signButton(drawing, () => labelled(t`Copy`), `${buttonStyles.button} ${buttonStyles.quiet} ${buttonStyles.square}`, () => {
    void copyText(id).then((isCopied) => {
      copy.setAttribute("aria-label", labelled(isCopied ? t`Copied` : t`Select and copy`));
      if (!isCopied) return;
      showSign(drawing, SIGNS.check);
      setTimeout(() => {
        copy.setAttribute("aria-label", labelled(t`Copy`));
        showSign(drawing, SIGNS.copy);
      }, COPIED_FOR_MS);
    });
  });
  return element("span", { class: styles.request }, element("code", {}, id), copy);
}

const labelled = (words: string): string => `${words}: id`;
