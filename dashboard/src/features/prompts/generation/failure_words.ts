// Why a generation failed, in the person's language, by the service's stable codes.

import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

import type { Schemas } from "../../../api/client";
import { API_LANGUAGE } from "../../../words/errors";
import { i18n } from "../../../words/i18n";

const UNFINISHED = msg`Askline couldn’t finish this.`;

/** A test compares the codes with the source code of the service. */
const FAILURES: Readonly<Record<string, MessageDescriptor>> = {
  MODEL_BUSY: msg`The model is busy or can’t be reached.`,
  MODEL_DECLINED: msg`The model declined to write prompts for this site.`,
  MODEL_KEY_REFUSED: msg`The model’s provider rejected your administrator’s API key.`,
  MODEL_REFUSED: msg`The model’s provider rejected the request.`,
  MODEL_SLOW: msg`The model didn’t answer in time.`,
  MODEL_TIMED_OUT: msg`The model didn’t answer in time.`,
  MODEL_NOT_FOUND: msg`The model’s provider doesn’t know the model that your administrator chose.`,
  MODEL_OUT_OF_CREDIT: msg`Your administrator’s account with the model’s provider has no credit left.`,
  MODEL_UNREACHABLE: msg`The model is busy or can’t be reached.`,
  MODEL_INVALID_ANSWER: msg`The model’s answers couldn’t be used.`,
  NOTHING_TO_REPLACE: msg`There is nothing to regenerate: all generated texts were edited or archived.`,
  NO_QUESTIONS: msg`The built-in generator has no questions in the site’s language.`,
  PROMPT_CHANGED: msg`The prompt was edited or deleted in the meantime.`,
  ROBOTS_FORBIDDEN: msg`The site’s robots.txt doesn’t allow “askline” to read its pages.`,
  SITE_REDIRECTED: msg`The site’s home page redirects to another site, which Askline doesn’t read.`,
  SITE_EMPTY: msg`The site’s pages contain no text that prompts could be about.`,
  SITE_DELETED: msg`The site was deleted.`,
  SITE_NOINDEX: msg`The site’s pages are marked noindex, so Askline doesn’t use them.`,
  INTERNAL_ERROR: UNFINISHED,
  INTERRUPTED: UNFINISHED,
  UNAVAILABLE: UNFINISHED,
};

/** Codes with several causes. The service's English sentence names the cause; other languages show these messages. */
const FAILURES_OF_MANY_KINDS: Readonly<Record<string, MessageDescriptor>> = {
  SITE_UNREACHABLE: msg`The site couldn’t be read. Check that its home page and its robots.txt open without signing in.`,
};

/** For a code that only later releases know, the API's own sentence is shown. */
export function generationFailureWords({ code, message }: Schemas["JobFailure"]): string {
  const known = FAILURES[code] ?? (i18n.locale === API_LANGUAGE ? undefined : FAILURES_OF_MANY_KINDS[code]);
  return known === undefined ? message : i18n._(known);
}
