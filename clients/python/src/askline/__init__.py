"""The API of an Askline instance: a method for each operation.

>>> from askline import Askline
>>> askline = Askline("https://askline.example.com", token="ak_…")
>>> for site in askline.iterate_sites():
...     print(site["name"])
"""

from . import types
from ._errors import (
    ApiError,
    AsklineError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    ConnectionFailed,
    Detail,
    ForbiddenError,
    InsufficientCreditsError,
    NotFoundError,
    NotModified,
    PreconditionFailedError,
    RateLimitError,
    ServerError,
    TimedOut,
    ValidationError,
)
from ._operations import Operations
from ._transport import Answer, Options, SavedFile, Transport
from ._version import VERSION

__version__ = VERSION

__all__ = [
    "Answer",
    "ApiError",
    "Askline",
    "AsklineError",
    "AuthenticationError",
    "BadRequestError",
    "ConflictError",
    "ConnectionFailed",
    "Detail",
    "ForbiddenError",
    "InsufficientCreditsError",
    "NotFoundError",
    "NotModified",
    "Options",
    "PreconditionFailedError",
    "RateLimitError",
    "SavedFile",
    "ServerError",
    "TimedOut",
    "VERSION",
    "ValidationError",
    "types",
]


class Askline(Operations):
    """The API of one instance, for one caller. It may be used by several threads."""

    def __init__(
        self,
        base_url: str,
        *,
        token: str | None = None,
        timeout: float = 30.0,
        max_retries: int = 2,
        max_wait: float = 60.0,
    ) -> None:
        """Take the address of the instance, and an API key (``ak_…``) or a session token (``st_…``).

        ``timeout``: seconds that an answer may take. ``max_retries``: how often a request is sent again. ``max_wait``: the
        longest wait before that, in seconds; a longer ``Retry-After`` is an error at once.
        """
        super().__init__(
            Transport(base_url, token=token, timeout=timeout, max_retries=max_retries, max_wait=max_wait, version=VERSION)
        )
