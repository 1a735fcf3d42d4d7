// A failed request in a form that pages can show: the API's code, the fields it names, the id for support.

import type { components } from "../generated/api";
import { violationWords, type Violation } from "../words/errors";

type ErrorBody = components["schemas"]["ApiError"];

interface Detail extends Violation {
  readonly path: string;
}

/** The API said no. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryable: boolean;
  readonly requestId: string | null;
  /** What is wrong, with whole paths such as `match.paths[0]`. */
  readonly details: readonly Detail[];
  /** Messages by field, for React Aria's `Form`. Made once: another object would mark the fields as refused again. */
  readonly fields: Readonly<Record<string, string[]>>;

  constructor(status: number, error: ErrorBody, requestId: string | null) {
    super(error.message);
    this.name = "ApiFailure";
    this.status = status;
    this.code = error.code;
    this.retryable = error.retryable;
    this.requestId = requestId;
    this.details = error.details ?? [];
    this.fields = byField(this.details);
  }

  /** What was asked for is not there, or is another organization's: the API does not tell which. */
  get isAbsent(): boolean {
    return this.status === 404;
  }

  /** Someone else changed it in the meantime. */
  get isStale(): boolean {
    return this.status === 412 || (this.status === 409 && this.code === "CONFLICT");
  }
}

/** No answer from the API: the connection failed, or a proxy answered instead. */
export class Unreachable extends Error {
  /** When it was asked, as `performance.now()` tells it. */
  readonly askedAt: number;

  constructor(askedAt: number, cause?: unknown) {
    super("The instance cannot be reached.", { cause });
    this.name = "Unreachable";
    this.askedAt = askedAt;
  }
}

/** `scopes[0]` and `scopes` are one field to a person. */
function byField(details: readonly Detail[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const detail of details) {
    const name = detail.path.replace(/[.[].*$/, "");
    (fields[name] ??= []).push(violationWords(detail));
  }
  return fields;
}

/** Reads an answer that is no success. */
export function failureOf(response: Response, body: unknown, askedAt = performance.now()): ApiFailure | Unreachable {
  if (typeof body === "object" && body !== null && "error" in body) {
    const { error } = body as { error: ErrorBody | null };
    if (error !== null && typeof error === "object") {
      return new ApiFailure(response.status, error, response.headers.get("x-request-id"));
    }
  }
  return new Unreachable(askedAt, `status ${String(response.status)}`);
}

export function isSessionEnd(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status === 401 && failure.code !== "INVALID_CREDENTIALS";
}

/** Whether every message is shown at one of these fields, so that none is needed above them. */
export function isToldAtFields(failure: unknown, fields: readonly string[]): boolean {
  const named = failure instanceof ApiFailure ? Object.keys(failure.fields) : [];
  return named.length > 0 && named.every((name) => fields.includes(name));
}

/** The service failed. The operator can find the reason by the request's id. */
export function isOurFault(failure: unknown): failure is ApiFailure {
  return failure instanceof ApiFailure && failure.status >= 500;
}

/** The messages of a form by its fields, whose names are paths: `match.paths[2]` belongs to `match.paths`, the longest name that matches. */
export function errorsAt(failure: unknown, names: readonly string[]): Record<string, string[]> {
  if (!(failure instanceof ApiFailure)) return {};
  const fields: Record<string, string[]> = {};
  for (const detail of failure.details) {
    const { path } = detail;
    const takes = (name: string): boolean => path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`);
    const [name] = names.filter(takes).sort((one, other) => other.length - one.length);
    if (name !== undefined) (fields[name] ??= []).push(violationWords(detail));
  }
  return fields;
}
