// What went wrong with a request, in a form that pages can show: the API's own words, the fields it names, the id to quote.

import type { components } from "../generated/api";

type ErrorBody = components["schemas"]["Error"];

/** The API said no. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryable: boolean;
  readonly requestId: string | null;
  /** Messages by field, for React Aria's `Form`. */
  readonly fields: Readonly<Record<string, string[]>>;

  constructor(status: number, error: ErrorBody, requestId: string | null) {
    super(error.message);
    this.name = "ApiFailure";
    this.status = status;
    this.code = error.code;
    this.retryable = error.retryable;
    this.requestId = requestId;
    this.fields = byField(error.details ?? []);
  }

  /** What was asked for is not there, or is another organization's: the API does not tell which. */
  get isAbsent(): boolean {
    return this.status === 404;
  }
}

/** No answer came: the connection is gone, or something between answered in the API's place. */
export class Unreachable extends Error {
  constructor(cause?: unknown) {
    super("The instance cannot be reached.", { cause });
    this.name = "Unreachable";
  }
}

/** `scopes[0]` and `scopes` are one field to a person. */
function byField(details: readonly { path: string; message: string }[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of details) {
    const name = path.replace(/[.[].*$/, "");
    (fields[name] ??= []).push(message);
  }
  return fields;
}

/** Reads an answer that is no success. */
export function failureOf(response: Response, body: unknown): ApiFailure | Unreachable {
  if (typeof body === "object" && body !== null && "error" in body) {
    const { error } = body as { error: ErrorBody | null };
    if (error !== null && typeof error === "object") {
      return new ApiFailure(response.status, error, response.headers.get("x-request-id"));
    }
  }
  return new Unreachable(`status ${String(response.status)}`);
}

export function isSessionEnd(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status === 401 && failure.code !== "INVALID_CREDENTIALS";
}
