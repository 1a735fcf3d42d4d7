// A failed request as pages show it: the API's code, fields, and request id.

import type { components } from "../generated/api";
import { violationWords, type Violation } from "../words/errors";

type ErrorBody = components["schemas"]["ApiError"];
export type Challenge = components["schemas"]["SignInChallenge"];

interface Detail extends Violation {
  readonly path: string;
}

/** The API answered with an error. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryable: boolean;
  readonly requestId: string | null;
  /** What the second step of a sign-in needs. */
  readonly challenge: Challenge | null;
  /** The individual errors, with full paths such as `match.paths[0]`. */
  readonly details: readonly Detail[];
  /**
   * Messages by field, for React Aria's `Form`. Created once, because a new object would mark the fields as refused
   * again.
   */
  readonly fields: Readonly<Record<string, string[]>>;

  constructor(status: number, error: ErrorBody, requestId: string | null) {
    super(error.message);
    this.name = "ApiFailure";
    this.status = status;
    this.code = error.code;
    this.retryable = error.retryable;
    this.requestId = requestId;
    this.challenge = error.challenge ?? null;
    this.details = error.details ?? [];
    this.fields = byField(this.details);
  }

  /** The object does not exist or belongs to another organization. The API does not say which. */
  get isAbsent(): boolean {
    return this.status === 404;
  }

  /** Someone else has changed the object in the meantime. */
  get isStale(): boolean {
    return this.status === 412 || (this.status === 409 && this.code === "CONFLICT");
  }
}

/** No response from the API: the connection failed, or a proxy responded instead. */
export class Unreachable extends Error {
  /** When the request was sent, as a value of `performance.now()`. */
  readonly askedAt: number;

  constructor(askedAt: number, cause?: unknown) {
    super("The instance cannot be reached.", { cause });
    this.name = "Unreachable";
    this.askedAt = askedAt;
  }
}

/** The messages by field. Paths are shortened to the first name: people see `scopes[0]` and `scopes` as one field. */
function byField(details: readonly Detail[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const detail of details) {
    const name = detail.path.replace(/[.[].*$/, "");
    (fields[name] ??= []).push(violationWords(detail));
  }
  return fields;
}

/** Reads the error from a response whose status is not a success. */
export function failureOf(response: Response, body: unknown, askedAt = performance.now()): ApiFailure | Unreachable {
  if (typeof body === "object" && body !== null && "error" in body) {
    const { error } = body as { error: ErrorBody | null };
    if (error !== null && typeof error === "object") {
      return new ApiFailure(response.status, error, response.headers.get("x-request-id"));
    }
  }
  return new Unreachable(askedAt, `status ${String(response.status)}`);
}

/** Codes of 401 that say nothing about the session. */
const NO_SESSION_END: readonly string[] = ["INVALID_CREDENTIALS", "SECOND_FACTOR_REQUIRED"];

export function isSessionEnd(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status === 401 && !NO_SESSION_END.includes(failure.code);
}

/** The challenge of a sign-in that needs the second factor; null for any other failure. */
export function challengeOf(failure: unknown): Challenge | null {
  return failure instanceof ApiFailure ? failure.challenge : null;
}

/** Whether every message is shown at one of these fields, so that no message is needed above the form. */
export function isShownAtFields(failure: unknown, fields: readonly string[]): boolean {
  const named = failure instanceof ApiFailure ? Object.keys(failure.fields) : [];
  return named.length > 0 && named.every((name) => fields.includes(name));
}

/** Whether the service itself failed. The operator can find the reason by the request's id. */
export function isServerError(failure: unknown): failure is ApiFailure {
  return failure instanceof ApiFailure && failure.status >= 500;
}

/**
 * The messages of a form by field. Fields are named by paths: `match.paths[2]` belongs to `match.paths`. If several
 * names match, the longest one counts.
 */
export function errorsAt(failure: unknown, names: readonly string[]): Record<string, string[]> {
  if (!(failure instanceof ApiFailure)) return {};
  const fields: Record<string, string[]> = {};
  for (const detail of failure.details) {
    const { path } = detail;
    const takes = (name: string): boolean =>
      path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`);
    const [name] = names.filter(takes).sort((one, other) => other.length - one.length);
    if (name !== undefined) (fields[name] ??= []).push(violationWords(detail));
  }
  return fields;
}
