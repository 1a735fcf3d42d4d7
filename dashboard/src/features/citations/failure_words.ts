// Why engines or runs gave no answer, in the person's language, by the API's codes.

import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";

import type { Schemas } from "../../api/client";
import { ENGINE_NAMES } from "../shared/citations/engines";
import { i18n } from "../../words/i18n";

type Failure = Schemas["JobFailure"];

/**
 * Why an engine gave no answer, without a period at the end. A test compares the codes with the service's source code.
 */
export const REASONS: Readonly<Record<string, MessageDescriptor>> = {
  NOT_CONFIGURED: msg`This engine isn’t set up`,
  BAD_KEY: msg`The engine rejected your administrator’s API key`,
  OUT_OF_CREDIT: msg`Your administrator’s account with this engine has no credit left or has reached its limit`,
  FORBIDDEN: msg`Your administrator’s account with this engine isn’t allowed to do this`,
  BAD_REQUEST: msg`The engine rejected the request`,
  RATE_LIMITED: msg`The engine received too many requests`,
  ENGINE_FAILED: msg`The engine was overloaded or failed`,
  TIMED_OUT: msg`The engine didn’t answer in time`,
  CONNECTION_FAILED: msg`The connection to the engine failed`,
  UNREADABLE: msg`The engine’s answer couldn’t be read`,
  TOO_LARGE: msg`The engine’s answer was too large`,
  DECLINED: msg`The engine declined to answer or stopped before the end`,
  SEARCH_FAILED: msg`The engine’s web search failed`,
};

const INTERRUPTED = msg`The run was interrupted before it finished. Run it again.`;

/** Why a run did not start, was interrupted, or got no answer for different reasons. */
const ENDS: Readonly<Record<string, MessageDescriptor>> = {
  NO_ENGINE_ANSWERED: msg`No engine answered. Choose an engine to see why.`,
  NOT_CONFIGURED: msg`None of these engines is set up. Nothing runs until your administrator adds an API key or confirms the engine’s terms.`,
  INSUFFICIENT_CREDITS: msg`The run didn’t start: not enough credits.`,
  INTERRUPTED,
  UNAVAILABLE: INTERRUPTED,
  INTERNAL_ERROR: INTERRUPTED,
};

/** Status and codes of the engine's own response, at the end of the API's sentence. They are shown unchanged. */
function detailsOf(message: string): string {
  return / \([^()]+\)(?=\.$)/.exec(message)?.[0] ?? "";
}

/** Why there is no answer from an engine. For a code that only later releases know, the API's own sentence is shown. */
export function answerFailureWords({ code, message }: Failure): string {
  const reason = REASONS[code];
  return reason === undefined ? message : `${i18n._(reason)}${detailsOf(message)}.`;
}

/** Why a run got no answer at all. What each engine reported is shown at its answer. */
export function runFailureWords({ code, message }: Failure): string {
  const end = ENDS[code];
  if (end !== undefined) return i18n._(end);
  if (REASONS[code] === undefined) return message;
  const reason = i18n._(REASONS[code]);
  return t`No answers. ${reason}.`;
}

/**
 * Why an engine cannot be asked on this instance, and who can change that; undefined if it can, or while this is not
 * known.
 */
export function readinessWords(status: Schemas["EngineStatus"] | undefined): string | undefined {
  if (status === undefined) return undefined;
  const name = ENGINE_NAMES[status.engine];
  switch (status.readiness) {
    case "ready":
      return undefined;
    case "no_key":
      return t`No API key is configured for ${name}. Your administrator can add one.`;
    case "terms_not_confirmed":
      return t`Your administrator hasn’t confirmed the terms of ${name}.`;
    default:
      return status.reason ?? undefined;
  }
}
