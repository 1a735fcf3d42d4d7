// Why a logo was refused, in the person's language.

import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

import { addViolationWords } from "../../words/errors";
import { i18n } from "../../words/i18n";

const REASONS: Readonly<Record<string, MessageDescriptor>> = {
  ANIMATED: msg`The logo must be a still picture.`,
  NOT_A_PNG: msg`The logo must be a PNG file.`,
  TOO_MANY_PIXELS: msg`The logo may be at most 2,000 pixels wide and high.`,
  UNREADABLE_PNG: msg`The logo’s file is damaged. Export it again.`,
};

addViolationWords(({ code = "" }) => {
  const reason = REASONS[code];
  return reason === undefined ? undefined : i18n._(reason);
});
