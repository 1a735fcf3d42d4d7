// The errors of requests, as classes.
// Programs decide by the class or by `code`, which never changes its meaning.

/** What is wrong with one field or parameter. */
export interface Detail {
  path: string;
  code: string;
  message: string;
  allowed?: string[];
}

/** Every error of this package. */
export class AsklineError extends Error {
  override name = "AsklineError";
}

/** No answer arrived. A request that changes something may have been carried out. */
export class ConnectionError extends AsklineError {
  override name = "ConnectionError";
}

/** No answer arrived in time. */
export class TimeoutError extends ConnectionError {
  override name = "TimeoutError";
}

/** What `ifNoneMatch` names is still current. */
export class NotModifiedError extends AsklineError {
  override name = "NotModifiedError";
}

/** The service refused the request; it changed nothing, unless `retryable` is false with a status of 500 and above. */
export class ApiError extends AsklineError {
  override name = "ApiError";
  /** The status of the answer. */
  readonly status: number;
  /** A stable code, such as `VALIDATION_FAILED`; `UNREADABLE_ANSWER` if something else than the service answered. */
  readonly code: string;
  /** What is wrong, field by field. */
  readonly details: readonly Detail[];
  /** To name when you report a problem. */
  readonly requestId: string | null;
  /** Where the code is explained. */
  readonly docUrl: string | null;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Seconds to wait before it is sent again. */
  readonly retryAfter: number | null;
  /** The scope that would allow the request. */
  readonly requiredScope: string | null;

  constructor(status: number, answer: unknown, headers: Headers) {
    const { error, meta } = (typeof answer === "object" && answer !== null ? answer : {}) as Refusal;
    super(error?.message ?? `Something that is not the service answered ${status}.`);
    this.status = status;
    this.code = error?.code ?? "UNREADABLE_ANSWER";
    this.details = error?.details ?? [];
    this.requestId = meta?.requestId ?? headers.get("x-request-id");
    this.docUrl = error?.docUrl ?? null;
    this.retryable = error?.retryable ?? [502, 503, 504].includes(status);
    const seconds = Number(headers.get("retry-after") ?? Number.NaN);
    this.retryAfter = Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
    this.requiredScope = error?.requiredScope ?? null;
  }
}

interface Refusal {
  error?: {
    code?: string;
    message?: string;
    details?: Detail[];
    docUrl?: string;
    retryable?: boolean;
    requiredScope?: string;
  } | null;
  meta?: { requestId?: string } | null;
}

/** 400: the request cannot be read, or a parameter is not allowed. */
export class BadRequestError extends ApiError {
  override name = "BadRequestError";
}
/** 401: the credential is missing, unknown, expired or revoked. */
export class AuthenticationError extends ApiError {
  override name = "AuthenticationError";
}
/** 402: there are not enough credits. */
export class InsufficientCreditsError extends ApiError {
  override name = "InsufficientCreditsError";
}
/** 403: the credential, the role or the plan does not allow it. */
export class ForbiddenError extends ApiError {
  override name = "ForbiddenError";
}
/** 404: it does not exist, or the caller may not see it. */
export class NotFoundError extends ApiError {
  override name = "NotFoundError";
}
/** 409: it conflicts with the current state, or a limit is reached. */
export class ConflictError extends ApiError {
  override name = "ConflictError";
}
/** 412: someone else changed it first. */
export class PreconditionFailedError extends ApiError {
  override name = "PreconditionFailedError";
}
/** 422: the body is well-formed but not allowed; `details` names each field. */
export class ValidationError extends ApiError {
  override name = "ValidationError";
}
/** 429: a limit is reached; `retryAfter` says how long to wait. */
export class RateLimitError extends ApiError {
  override name = "RateLimitError";
}
/** 500 and above: the service failed, or cannot do it now. */
export class ServerError extends ApiError {
  override name = "ServerError";
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: InsufficientCreditsError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  422: ValidationError,
  429: RateLimitError,
};

/** The error of a refusal. */
export function errorOf(status: number, answer: unknown, headers: Headers): ApiError {
  const OfStatus = BY_STATUS[status] ?? (status >= 500 ? ServerError : ApiError);
  return new OfStatus(status, answer, headers);
}
