"""The only way out to a model: connects where the guard allows, follows nothing, unpacks nothing, counts every byte.

Loaded when a model is opened, because it needs the HTTP library of the SDKs.
"""

from collections.abc import AsyncIterator, Mapping

import httpx2

from morrow.models.address import AddressGuard, IPAddress
from morrow.models.errors import AddressNotAllowed, AnswerTooLarge, ModelError
from morrow.models.failures import from_status
from morrow.models.reading import MAX_ANSWER_BYTES

# A streamed answer wraps each few characters in some hundred bytes; its text is held to MAX_ANSWER_BYTES by the reader.
MAX_STREAM_BYTES = 16 * MAX_ANSWER_BYTES
CONNECT_SECONDS = 10.0
# All else (an SDK's telemetry, headers from its own environment variables) stays here.
_HEADERS_SENT = frozenset({"accept", "content-type", "content-length", "anthropic-version", "host"})


class GuardedTransport(httpx2.AsyncBaseTransport):
    """Sends requests to one endpoint, with `headers` (the key) added, and bounds what comes back."""

    def __init__(self, guard: AddressGuard, headers: Mapping[str, str], *, max_bytes: int = MAX_ANSWER_BYTES) -> None:
        self._guard = guard
        self._headers = {**headers, "accept-encoding": "identity", "user-agent": "morrow"}
        self._max_bytes = max_bytes
        self._inner = httpx2.AsyncHTTPTransport(retries=0)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Return the bounded response. Raises AddressNotAllowed, AnswerTooLarge, or what a redirect is refused with."""
        self._check_endpoint(request.url)
        response = await self._first_that_connects(request)
        refusal = self._refusal(response)
        if refusal is not None:
            await response.aclose()
            raise refusal
        return self._bounded(response)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._inner.aclose()

    def _check_endpoint(self, url: httpx2.URL) -> None:
        endpoint = self._guard.endpoint
        port = url.port or {"http": 80, "https": 443}.get(url.scheme)
        asked = (url.scheme, url.raw_host.decode("ascii").strip("[]").removesuffix("."), port)
        if asked != (endpoint.scheme, endpoint.host, endpoint.port):
            raise AddressNotAllowed(f"{url.scheme}://{url.host}: the request leads away from {endpoint.host}")

    async def _first_that_connects(self, request: httpx2.Request) -> httpx2.Response:
        addresses = await self._guard.addresses()
        for address in addresses[:-1]:
            try:
                return await self._inner.handle_async_request(self._pinned(request, address))
            except (httpx2.ConnectError, httpx2.ConnectTimeout):
                continue
        return await self._inner.handle_async_request(self._pinned(request, addresses[-1]))

    def _pinned(self, request: httpx2.Request, address: IPAddress) -> httpx2.Request:
        # The URL names the checked number; Host and the certificate's name stay those of the endpoint.
        sent = [(name, value) for name, value in request.headers.items() if name.lower() in _HEADERS_SENT]
        return httpx2.Request(
            request.method,
            request.url.copy_with(host=str(address)),
            headers=[*sent, *self._headers.items()],
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": self._guard.endpoint.host},
        )

    def _refusal(self, response: httpx2.Response) -> ModelError | None:
        host = self._guard.endpoint.host
        if 300 <= response.status_code < 400:
            return from_status(host, response.status_code, response.headers, "")
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            return AnswerTooLarge(f"{host} sent a compressed answer although none was asked for; it was not unpacked")
        length = response.headers.get("content-length", "")
        if length.isdigit() and int(length[:20]) > self._limit(response):
            return AnswerTooLarge(f"{host} announced {length[:20]} bytes; at most {self._limit(response)} are read")
        return None

    def _limit(self, response: httpx2.Response) -> int:
        is_stream = response.headers.get("content-type", "").lower().startswith("text/event-stream")
        return MAX_STREAM_BYTES if is_stream else self._max_bytes

    def _bounded(self, response: httpx2.Response) -> httpx2.Response:
        stream = response.stream
        assert isinstance(stream, httpx2.AsyncByteStream)  # noqa: S101 - tells the type checker what a transport returns
        return httpx2.Response(
            response.status_code,
            headers=response.headers,
            stream=_CountedStream(stream, self._guard.endpoint.host, self._limit(response)),
            extensions=response.extensions,
        )


class _CountedStream(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, host: str, limit: int) -> None:
        self._stream = stream
        self._host = host
        self._limit = limit

    async def __aiter__(self) -> AsyncIterator[bytes]:
        seen = 0
        async for piece in self._stream:
            seen += len(piece)
            if seen > self._limit:
                raise AnswerTooLarge(f"{self._host} sent more than {self._limit} bytes; the rest was not read")
            yield piece

    async def aclose(self) -> None:
        await self._stream.aclose()


def guarded_client(guard: AddressGuard, headers: Mapping[str, str]) -> httpx2.AsyncClient:
    """Return an HTTP client for an SDK, deaf to proxies and logins in the environment; deadlines are the caller's."""
    return httpx2.AsyncClient(
        transport=GuardedTransport(guard, headers),
        trust_env=False,
        follow_redirects=False,
        timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS),
    )
