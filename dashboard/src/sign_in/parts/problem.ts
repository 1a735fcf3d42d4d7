// An error above a form, with what to do. If the service failed, the request's id is shown too.

import { t } from "@lingui/core/macro";

import { type ApiFailure, isServerError } from "../../api/failure";
import { COPIED_FOR_MS, copyText } from "../../ui/elements/copy_text";
import buttonStyles from "../../ui/elements/Button.module.css";
import noteStyles from "../../ui/page/page.module.css";
import styles from "../../ui/page/Problem.module.css";
import { SHARED_ICONS } from "../../ui/elements/shared_icons";
import type { Credential } from "../../words/errors";
import { failureWords } from "../../words/failures";
import { setIcon, sign, iconButton } from "./controls";
import { element } from "./element";

export function problemNote(failure: unknown, credential?: Credential): HTMLElement {
  const note = element(
    "div",
    { class: `${noteStyles.note} ${noteStyles.bad}`, role: "alert" },
    () => failureWords(failure, credential),
    " ",
  );
  if (isServerError(failure) && failure.requestId !== null) note.append(requestId(failure.requestId));
  return note;
}

function requestId(id: NonNullable<ApiFailure["requestId"]>): HTMLElement {
  const drawing = sign(SHARED_ICONS.copy);
  const copy = iconButton(
    drawing,
    () => labeled(t`Copy`),
    `${buttonStyles.button} ${buttonStyles.quiet} ${buttonStyles.square}`,
    () => {
      void copyText(id).then((isCopied) => {
        copy.setAttribute("aria-label", labeled(isCopied ? t`Copied` : t`Couldn’t copy`));
        if (!isCopied) return;
        setIcon(drawing, SHARED_ICONS.check);
        setTimeout(() => {
          copy.setAttribute("aria-label", labeled(t`Copy`));
          setIcon(drawing, SHARED_ICONS.copy);
        }, COPIED_FOR_MS);
      });
    },
  );
  return element("span", { class: styles.request }, element("code", {}, id), copy);
}

const labeled = (words: string): string => `${words}: id`;
