// Why items of a file are invalid or stored differently, in the person's language.

import { i18n } from "@lingui/core";

import { API_LANGUAGE } from "../../../words/errors";
import { warningWords } from "../../../words/warnings";

/** The field at the beginning of the API's sentence, such as `text`; its names are those in the file. */
const FIELD = /^([a-z]\w*(?:\[\d+\])?)(?= )/;

/** The API's English sentence names the field itself; messages in other languages get it in front. */
export function reasonWords({ code, message }: { code: string; message: string }): string {
  if (i18n.locale === API_LANGUAGE) return message;
  const words = warningWords({ code, message });
  const field = FIELD.exec(message)?.[1];
  return words === message || field === undefined ? words : `${field}: ${words}`;
}
