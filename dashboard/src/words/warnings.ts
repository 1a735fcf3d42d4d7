// Warnings about prompts and the widget, by the API's stable codes, in the person's language.

import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

import { violationWords } from "./errors";
import { i18n } from "./i18n";

const PAGE_URL = "{{url}}";
const MARKDOWN_URL = "{{markdownUrl}}";

const WARNINGS: Readonly<Record<string, MessageDescriptor>> = {
  ACCENT_ADJUSTED: msg`This color has too little contrast with the background. Readers get a shade with enough contrast.`,
  MARK_ADJUSTED: msg`Some icons would be hard to see in their brand color. They get the text color.`,
  NO_EFFECT: msg`showPromptPreview has no effect: readers always see the prompt before they send it.`,
  NO_URL: msg`The text contains neither ${PAGE_URL} nor ${MARKDOWN_URL}, so assistants don’t learn which page it is about.`,
  PAYLOAD_TOO_LARGE: msg`The site has more active prompts and rules than a page can load, so some are left out. Archive prompts, or disable rules that you don’t need.`,
  POSITION_SIDE_IGNORED: msg`The position only sets top or bottom. Left or right is a separate setting.`,
  STORED_AS_DRAFT: msg`Stored as a draft, because the site has no room for another active prompt.`,
  TOO_LONG_FOR_PLATFORM: msg`The text is too long for the links of some assistants, so the widget copies it and readers paste it.`,
};

interface Warning {
  readonly path?: string;
  readonly code: string;
  readonly message: string;
}

/** For a code that only later releases know, the API's own sentence is shown. */
export function warningWords({ path, code, message }: Warning): string {
  const known = WARNINGS[code];
  return known === undefined ? violationWords({ path, code, message }) : i18n._(known);
}
