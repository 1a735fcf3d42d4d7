// Error messages by the API's stable codes, in the person's language. The API's own sentences are for programs.

import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

import { i18n } from "./i18n";

/** For requests that no page of the dashboard should send. */
const UNREADABLE = msg`The request couldn’t be read. Load the page again, then retry.`;
const SIGN_IN_AGAIN = msg`Your session has ended. Sign in again.`;

/** The message for each code. Codes that only one page uses are translated by that page. */
const REFUSALS: Readonly<Record<string, MessageDescriptor>> = {
  BAD_REQUEST: UNREADABLE,
  METHOD_NOT_ALLOWED: UNREADABLE,
  UNSUPPORTED_MEDIA_TYPE: UNREADABLE,
  IDEMPOTENCY_KEY_REUSED: UNREADABLE,
  INVALID_PARAMETER: msg`A filter or period in this address isn’t valid. Clear the filters.`,
  INVALID_CURSOR: msg`This list has changed. Load the page again.`,
  UNAUTHENTICATED: SIGN_IN_AGAIN,
  SESSION_EXPIRED: SIGN_IN_AGAIN,
  INVALID_API_KEY: SIGN_IN_AGAIN,
  API_KEY_EXPIRED: SIGN_IN_AGAIN,
  API_KEY_REVOKED: SIGN_IN_AGAIN,
  INSUFFICIENT_CREDITS: msg`Not enough credits.`,
  INSUFFICIENT_SCOPE: msg`You don’t have access to this.`,
  PLAN_REQUIRED: msg`Your plan doesn’t include this. Your administrator manages the plan.`,
  FORBIDDEN: msg`Your role doesn’t allow this. Ask an admin of your organization.`,
  SECOND_FACTOR_REQUIRED: msg`This organization requires a second factor. Set one up in your account, under Sign-in and security.`,
  REAUTHENTICATION_REQUIRED: msg`Confirm that it’s you, then try again.`,
  IP_NOT_ALLOWED: msg`Requests from your network aren’t allowed.`,
  ORIGIN_NOT_ALLOWED: msg`This page was opened at an address that Askline doesn’t trust. Open Askline at its own address.`,
  NOT_FOUND: msg`This no longer exists.`,
  IDEMPOTENCY_IN_PROGRESS: msg`This is already being done. Wait a moment.`,
  GONE: msg`This is no longer stored.`,
  PRECONDITION_FAILED: msg`Someone else changed this at the same time. Load the page again.`,
  PAYLOAD_TOO_LARGE: msg`This is too large to save.`,
  VALIDATION_FAILED: msg`Some entries aren’t valid. Check the marked fields.`,
  PROMPT_POLICY_VIOLATION: msg`The text breaks the rules for prompts. See the marked passages.`,
  RATE_LIMITED: msg`Too many requests in the last minute. Wait a little, then try again.`,
  INTERNAL_ERROR: msg`Askline couldn’t do this. Nothing was changed. Try again. If it fails again, send the request ID to your administrator.`,
  UNAVAILABLE: msg`Askline can’t do this right now. Try again in a moment.`,
};

/** Codes with several causes. The API's English sentence names the cause; other languages show these messages. */
const REFUSALS_OF_MANY_KINDS: Readonly<Record<string, MessageDescriptor>> = {
  INVALID_CREDENTIALS: msg`The password or the link isn’t right.`,
  CONFLICT: msg`This conflicts with something that exists, or was changed at the same time. Load the page again.`,
  LIMIT_REACHED: msg`You have reached a limit. Remove what you no longer need, or ask your administrator.`,
};
export const API_LANGUAGE = "en";

/** The credential that a form asks for. The API refuses all of them with the same code. */
export type Credential =
  | "email and password"
  | "current password"
  | "link"
  | "setup token"
  | "code"
  | "recovery code"
  | "passkey"
  | "provider";

const REFUSED_CREDENTIALS: Readonly<Record<Credential, MessageDescriptor>> = {
  "email and password": msg`The email address or the password isn’t right.`,
  "current password": msg`The current password isn’t right.`,
  link: msg`This link doesn’t work: it was used already, has expired, or isn’t complete. Ask for a new one.`,
  passkey: msg`This passkey doesn’t work here: it was removed, belongs to another account, or the request took too long. Try again.`,
  code: msg`This code is wrong or was used before, or the sign-in has expired. Wait for the next code, or start again.`,
  "recovery code": msg`This recovery code is wrong or was used before, or the sign-in has expired.`,
  provider: msg`This sign-in has expired, was used, or began in another browser. Start again.`,
  "setup token": msg`This isn’t the setup token from the server log.`,
};

/** The message for each code about a single field. */
const VIOLATIONS: Readonly<Record<string, MessageDescriptor>> = {
  COMPATIBILITY_CHARACTER: msg`Use ordinary characters. Some that you entered only look ordinary.`,
  CONTROL_CHARACTER: msg`Remove line breaks and control characters.`,
  DUPLICATE: msg`This is in the list more than once.`,
  EMPTY_RANGE: msg`Choose two different times.`,
  HIDDEN_CHARACTER: msg`Remove invisible characters.`,
  INVALID_CIDR: msg`Enter an IP address or a network such as 192.0.2.0/24.`,
  INVALID_COLOR: msg`Enter a color such as #0f766e.`,
  INVALID_CSV: msg`This isn’t a valid CSV file.`,
  INVALID_DOMAIN: msg`Enter a domain such as example.com.`,
  INVALID_EMAIL: msg`Enter an email address such as name@example.com.`,
  INVALID_GLOB: msg`Enter a path such as /guides/**.`,
  INVALID_HOST: msg`Enter a host such as www.example.com.`,
  INVALID_ID: msg`This ID isn’t valid.`,
  INVALID_LANGUAGE: msg`Enter a language code such as en or pt-BR.`,
  INVALID_ORIGIN: msg`Enter an origin such as https://example.com, without a path.`,
  INVALID_REGION: msg`Enter a two-letter country code such as US.`,
  INVALID_SELECTOR: msg`Enter a CSS selector such as #content.`,
  INVALID_SLUG: msg`Use lowercase letters, digits and hyphens.`,
  INVALID_TIME: msg`Enter a date and time.`,
  INVALID_ADDRESS: msg`Copy the address that the service shows for the channel.`,
  INVALID_URL: msg`Enter a URL such as https://example.com/page.`,
  MEMBER_ADDRESS: msg`This is a member’s address. Members turn reports on under Account.`,
  MISSING_PLACEHOLDER: msg`The placeholder is missing.`,
  END_NOT_AFTER_START: msg`The end must be after the start.`,
  NOT_HTTPS: msg`The URL must begin with https://.`,
  NOT_IN_FUTURE: msg`Choose a time in the future.`,
  NOT_PUBLIC: msg`The URL must be reachable from the internet.`,
  NAME_MISMATCH: msg`This isn’t the name.`,
  OUT_OF_RANGE: msg`The number is out of range.`,
  OWN_DOMAIN: msg`This is your own domain.`,
  PROMPT_NOT_A_PARAMETER: msg`The placeholder must be the full value of a parameter.`,
  PUBLIC_SUFFIX: msg`Many sites share this domain. Enter the domain of one of them.`,
  REQUIRED: msg`This is missing.`,
  REPEATED_PLACEHOLDER: msg`The placeholder appears twice.`,
  TOO_FAR_AHEAD: msg`Choose a date within the next ten years.`,
  TOO_FEW: msg`Add at least one entry.`,
  TOO_LONG: msg`This is too long.`,
  TOO_MANY: msg`Too many entries.`,
  TOO_MANY_WILDCARDS: msg`Too many wildcards.`,
  TOO_MUCH_TO_CHECK: msg`These texts are too long to check together. Save fewer at a time, or shorten them.`,
  TOO_SHORT: msg`This is too short.`,
  TOO_SIMPLE: msg`Choose a password that is harder to guess.`,
  UNCLOSED_PLACEHOLDER: msg`A placeholder isn’t closed with }}.`,
  UNKNOWN_PLACEHOLDER: msg`This placeholder doesn’t exist.`,
  UNKNOWN_TIMEZONE: msg`Choose a time zone from the list.`,
  UNUSUAL_PORT: msg`This port isn’t allowed.`,
  INVALID_COUNT: msg`Enter a valid number.`,
  WRONG_TYPE: msg`This value has the wrong format.`,
};

/** One cause of an error, as the API returns it. */
export interface Violation {
  /** The field, such as `competitors[1]`; empty for the whole input. */
  readonly path?: string | undefined;
  readonly code?: string | undefined;
  readonly message: string;
  /** The line of a file, from 1. */
  readonly line?: number | undefined;
}

/** Words for codes that only some pages know: see policy.ts. */
const others: ((violation: Violation) => string | undefined)[] = [];
export const addViolationWords = (words: (typeof others)[number]): void => {
  others.push(words);
};

/** The message about a field. For an unknown code the API's own sentence is shown. */
export function violationWords(violation: Violation): string {
  const { path = "", code, message } = violation;
  const known = code === undefined ? undefined : VIOLATIONS[code];
  if (known === undefined)
    return others.map((words) => words(violation)).find((words) => words !== undefined) ?? message;
  const place = /\[(\d+)\]/.exec(path)?.[1];
  const words = i18n._(known);
  return place === undefined ? words : i18n._(msg`Entry ${Number(place) + 1}: ${words}`);
}

/** Why a request was refused. `credential` is the credential that the form asked for, if any. */
export function refusalWords(code: string, message: string, credential?: Credential): string {
  if (code === "INVALID_CREDENTIALS" && credential !== undefined) return i18n._(REFUSED_CREDENTIALS[credential]);
  const known = REFUSALS[code] ?? (i18n.locale === API_LANGUAGE ? undefined : REFUSALS_OF_MANY_KINDS[code]);
  return known === undefined ? message : i18n._(known);
}
