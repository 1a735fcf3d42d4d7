"""The errors of requests, as classes: decide by the class or by ``code``, which never changes its meaning."""

from __future__ import annotations

from email.message import Message
from typing import Any, NotRequired, TypeAlias, TypedDict

#: Headers of an answer; their names are found in any case.
Headers: TypeAlias = "Message[str, str]"


class Detail(TypedDict):
    """What is wrong with one field or parameter."""

    path: str
    code: str
    message: str
    allowed: NotRequired[list[str]]


class AsklineError(Exception):
    """Every error of this package."""


class ConnectionFailed(AsklineError):
    """No answer arrived. A request that changes something may have been carried out."""


class TimedOut(ConnectionFailed):
    """No answer arrived in time."""


class NotModified(AsklineError):
    """What ``if_none_match`` names is still current."""


class ApiError(AsklineError):
    """The service refused the request; it changed nothing, unless ``retryable`` is false with a status of 500 and above."""

    def __init__(self, status: int, answer: Any, headers: Headers) -> None:
        envelope = answer if isinstance(answer, dict) else {}
        error = envelope.get("error") or {}
        super().__init__(error.get("message") or f"Something that is not the service answered {status}.")
        #: The status of the answer.
        self.status = status
        #: A stable code, such as ``VALIDATION_FAILED``; ``UNREADABLE_ANSWER`` if something else than the service answered.
        self.code: str = error.get("code") or "UNREADABLE_ANSWER"
        #: What is wrong, field by field.
        self.details: list[Detail] = error.get("details") or []
        #: To name when you report a problem.
        self.request_id: str | None = (envelope.get("meta") or {}).get("requestId") or headers.get("X-Request-Id")
        #: Where the code is explained.
        self.doc_url: str | None = error.get("docUrl")
        #: Whether the same request may succeed later.
        self.retryable: bool = error.get("retryable", status in (502, 503, 504))
        #: Seconds to wait before it is sent again.
        self.retry_after = _seconds(headers.get("Retry-After"))
        #: The scope that would allow the request.
        self.required_scope: str | None = error.get("requiredScope")


def _seconds(text: str | None) -> float | None:
    return float(text) if text is not None and text.isdecimal() else None


class BadRequestError(ApiError):
    """400: the request cannot be read, or a parameter is not allowed."""


class AuthenticationError(ApiError):
    """401: the credential is missing, unknown, expired or revoked."""


class InsufficientCreditsError(ApiError):
    """402: there are not enough credits."""


class ForbiddenError(ApiError):
    """403: the credential, the role or the plan does not allow it."""


class NotFoundError(ApiError):
    """404: it does not exist, or the caller may not see it."""


class ConflictError(ApiError):
    """409: it conflicts with the current state, or a limit is reached."""


class PreconditionFailedError(ApiError):
    """412: someone else changed it first."""


class ValidationError(ApiError):
    """422: the body is well-formed but not allowed; ``details`` names each field."""


class RateLimitError(ApiError):
    """429: a limit is reached; ``retry_after`` says how long to wait."""


class ServerError(ApiError):
    """500 and above: the service failed, or cannot do it now."""


_BY_STATUS: dict[int, type[ApiError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    402: InsufficientCreditsError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    412: PreconditionFailedError,
    422: ValidationError,
    429: RateLimitError,
}


def error_of(status: int, answer: Any, headers: Headers) -> ApiError:
    """The error of a refusal."""
    of_status = _BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
    return of_status(status, answer, headers)
