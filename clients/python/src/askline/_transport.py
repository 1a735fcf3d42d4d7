"""Sends requests: credential, timeout, retries, idempotency keys, pages. It knows no operation."""

from __future__ import annotations

import json
import random
import re
import time
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage
from typing import IO, Any, Generic, TypeVar
from urllib.error import HTTPError
from urllib.parse import quote, unquote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ._errors import ApiError, AsklineError, ConnectionFailed, Headers, NotModified, TimedOut, error_of

Data = TypeVar("Data")

#: Methods whose repetition has the same result.
_IDEMPOTENT = ("GET", "HEAD", "PUT", "DELETE")


@dataclass(frozen=True, kw_only=True)
class Options:
    """What is said about one request, besides its parameters."""

    #: The key under which a ``POST`` is carried out once. A new one is made for each call if it is left out.
    idempotency_key: str | None = None
    #: Makes a change only if this ``etag`` is current, otherwise fails with ``PreconditionFailedError``.
    if_match: str | None = None
    #: Reads only if this ``etag`` is not current, otherwise fails with ``NotModified``.
    if_none_match: str | None = None
    timeout: float | None = None
    max_retries: int | None = None


@dataclass(frozen=True, kw_only=True)
class Answer(Generic[Data]):
    """A response."""

    data: Data
    meta: dict[str, Any]
    status: int
    headers: Headers

    @property
    def etag(self) -> str | None:
        """Identifies the state that was read, for ``if_match`` and ``if_none_match``."""
        return self.headers.get("ETag")

    @property
    def location(self) -> str | None:
        """The path of what was created or started."""
        return self.headers.get("Location")

    @property
    def replayed(self) -> bool:
        """Whether this is the response to an earlier request with the same key."""
        return self.headers.get("Idempotency-Replayed") == "true"


@dataclass(frozen=True, kw_only=True)
class SavedFile:
    """A file."""

    content: bytes
    content_type: str
    #: The name that the service gives it.
    name: str | None
    headers: Headers


@dataclass(frozen=True)
class _Received:
    status: int
    headers: Headers
    content: bytes


class _NoRedirect(HTTPRedirectHandler):
    """Follows no redirect: a credential is never sent to the address that one names."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        return None


class Transport:
    """Sends the requests of a client."""

    def __init__(
        self,
        base_url: str,
        *,
        token: str | None,
        timeout: float,
        max_retries: int,
        max_wait: float,
        version: str,
    ) -> None:
        self._address = base_url.rstrip("/")
        if not re.match(r"https?://[^/]", self._address):
            raise AsklineError("base_url must begin with https:// or http://.")
        self._token = token
        self._timeout = timeout
        self._max_retries = max_retries
        self._max_wait = max_wait
        self._client = f"askline-python/{version}"
        self._opener = build_opener(_NoRedirect)

    def send(
        self,
        method: str,
        path: str,
        place: Mapping[str, Any],
        query: Mapping[str, Any],
        body: Any,
        options: Options | None,
        *,
        takes_key: bool = False,
        is_public: bool = False,
        content_type: str = "application/json",
    ) -> Answer[Any]:
        """Send a request that is answered in the envelope."""
        headers = self._headers("application/json", is_public)
        request = self._request(method, path, place, query, body, headers, content_type)
        received = self._answered(request, options or Options(), takes_key)
        envelope = _json(received.content)
        if not isinstance(envelope, dict) or "data" not in envelope:
            raise error_of(received.status, envelope, received.headers)
        return Answer(data=envelope["data"], meta=envelope["meta"], status=received.status, headers=received.headers)

    def items(
        self,
        method: str,
        path: str,
        place: Mapping[str, Any],
        query: Mapping[str, Any],
        body: Any,
        options: Options | None,
    ) -> Iterator[Any]:
        """The rows of a list, page by page."""
        cursor: str | None = None
        while True:
            page = self.send(method, path, place, {**query, "cursor": cursor}, body, options)
            yield from page.data["items"]
            pagination = page.meta.get("pagination") or {}
            cursor = pagination.get("nextCursor") if pagination.get("hasMore") else None
            if cursor is None:
                return

    def file(
        self,
        method: str,
        path: str,
        place: Mapping[str, Any],
        query: Mapping[str, Any],
        body: Any,
        options: Options | None,
        *,
        is_public: bool = False,
    ) -> SavedFile:
        """Send a request that is answered with a file."""
        headers = self._headers("*/*", is_public)
        request = self._request(method, path, place, query, body, headers, "application/json")
        received = self._answered(request, options or Options(), False)
        disposition = received.headers.get("Content-Disposition") or ""
        coded = re.search(r"filename\*=UTF-8''([^;]+)", disposition, re.IGNORECASE)
        plain = re.search(r'filename="([^"]*)"', disposition)
        return SavedFile(
            content=received.content,
            content_type=received.headers.get("Content-Type") or "application/octet-stream",
            name=unquote(coded[1]) if coded else (plain[1] if plain else None),
            headers=received.headers,
        )

    def _headers(self, accept: str, is_public: bool) -> dict[str, str]:
        headers = {"Accept": accept, "User-Agent": self._client}
        if self._token is not None and not is_public:
            headers["Authorization"] = f"Bearer {self._token}"
        return headers

    def _request(
        self,
        method: str,
        path: str,
        place: Mapping[str, Any],
        query: Mapping[str, Any],
        body: Any,
        headers: dict[str, str],
        content_type: str,
    ) -> Request:
        for name, value in place.items():
            path = path.replace("{" + name + "}", quote(str(value), safe=""))
        sent = {name: _sent(value) for name, value in query.items() if value is not None}
        text = urlencode(sent, doseq=True)
        data: bytes | None = None
        if body is not None:
            headers["Content-Type"] = content_type
            data = (body if isinstance(body, str) else json.dumps(body)).encode()
        url = self._address + path + (f"?{text}" if text else "")
        return Request(url, data=data, headers=headers, method=method)

    def _answered(self, request: Request, options: Options, takes_key: bool) -> _Received:
        # One key for all attempts, so that a change whose answer was lost is not made twice.
        key = (options.idempotency_key or str(uuid.uuid4())) if takes_key else None
        named = {"Idempotency-Key": key, "If-Match": options.if_match, "If-None-Match": options.if_none_match}
        for name, value in named.items():
            if value is not None:
                request.add_header(name, value)
        is_repeatable = request.get_method() in _IDEMPOTENT or key is not None
        max_retries = self._max_retries if options.max_retries is None else options.max_retries
        timeout = self._timeout if options.timeout is None else options.timeout
        attempt = 0
        while True:
            try:
                return self._attempt(request, timeout)
            except AsklineError as error:
                # A conditional change that was made although its answer was lost would be refused the second time.
                is_uncertain = isinstance(error, ConnectionFailed) and options.if_match is not None
                wait = _wait_before(error, attempt)
                if not is_repeatable or is_uncertain or wait is None or wait > self._max_wait or attempt >= max_retries:
                    raise
            time.sleep(wait)
            attempt += 1

    def _attempt(self, request: Request, timeout: float) -> _Received:
        try:
            with self._opener.open(request, timeout=timeout) as response:
                return _Received(response.status, response.headers, response.read())
        except HTTPError as refusal:
            with refusal:
                if refusal.code == 304:
                    raise NotModified("What if_none_match names is still current.") from None
                raise error_of(refusal.code, _json(_read(refusal)), refusal.headers) from None
        except TimeoutError as cause:
            raise TimedOut(f"No answer arrived within {timeout} s.") from cause
        except (OSError, HTTPException) as cause:
            if isinstance(getattr(cause, "reason", None), TimeoutError):
                raise TimedOut(f"No answer arrived within {timeout} s.") from cause
            raise ConnectionFailed(f"The request to {self._address} failed: {cause}") from cause


def _read(refusal: HTTPError) -> bytes:
    try:
        return refusal.read()
    except (OSError, HTTPException):
        return b""


def _sent(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return [_sent(one) for one in value] if isinstance(value, (list, tuple)) else value


def _wait_before(error: AsklineError, attempt: int) -> float | None:
    """How long to wait before a retry, in seconds; None if a retry cannot help."""
    if isinstance(error, ApiError):
        if not error.retryable:
            return None
        if error.retry_after is not None:
            return error.retry_after
    elif not isinstance(error, ConnectionFailed):
        return None
    return 0.5 * 2.0**attempt * random.uniform(0.5, 1.0)


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return None
