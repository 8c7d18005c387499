"""Where morrow may connect to: reads an address, resolves its name, and says which IP addresses may be used.

Opens no connection itself: `transport.py` connects to the addresses found here, and to nothing else.
"""

import asyncio
import re
import socket
import unicodedata
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from morrow.models.errors import AddressNotAllowed, ModelUnavailable

IPAddress = IPv4Address | IPv6Address
Resolver = Callable[[str, int], Awaitable[tuple[IPAddress, ...]]]
_DEFAULT_PORTS = {"http": 80, "https": 443}
_URL = re.compile(
    r"(?P<scheme>[a-z]{1,8})://(?P<host>\[[0-9a-f:.]{2,45}\]|[^/?#@:\[\]\\%]{1,253})(?::(?P<port>[0-9]{1,5}))?(?P<path>/[^?#]*)?"
)
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMERIC_LABEL = re.compile(r"[0-9]+|0x[0-9a-f]*")
_INNER_NAMES = (
    "localhost", "localdomain", "local", "internal", "intranet", "private", "corp", "home", "lan", "home.arpa", "svc",
    "cluster.local", "onion", "invalid",
)  # fmt: skip
# What `is_global` of some Python versions lets pass, and what carries an IPv4 address inside.
_NEVER_PUBLIC: tuple[IPv4Network | IPv6Network, ...] = tuple(
    ip_network(text)
    for text in ("100.64.0.0/10", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4")
) + tuple(
    ip_network(text) for text in ("64:ff9b:1::/48", "2001::/23", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8")
)
_METADATA = frozenset({ip_address("fd00:ec2::254"), ip_address("100.100.100.200")})  # those outside link-local
_TRANSLATED = ip_network("64:ff9b::/96")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The scheme, host and port of an address; the host is lower-case ASCII, without brackets."""

    scheme: str
    host: str
    port: int


def read_endpoint(url: str) -> Endpoint:
    """Return where `url` leads. Raises AddressNotAllowed for any form that two readers could understand differently."""
    found = _URL.fullmatch(url[:2000]) or _URL.fullmatch(url[:2000].lower())
    if found is None or len(url) > 2000 or _is_blurred(url):
        raise AddressNotAllowed(
            f"{url[:200]!r}: write an address as https://host[:port]/path, without user, query or spaces"
        )
    scheme = found["scheme"]
    if scheme not in _DEFAULT_PORTS:
        raise AddressNotAllowed(f"{url[:200]!r}: only http and https addresses are used")
    port = int(found["port"]) if found["port"] else _DEFAULT_PORTS[scheme]
    if not 0 < port < 65536:
        raise AddressNotAllowed(f"{url[:200]!r}: {port} is no port")
    return Endpoint(scheme, _host(found["host"], url), port)


def is_public(address: IPAddress) -> bool:
    """Whether `address` is one of the open internet: not this machine, its network, a cloud's inside, or reserved."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address in _TRANSLATED:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
    return address.is_global and not any(
        address in network for network in _NEVER_PUBLIC if network.version == address.version
    )


async def resolve(host: str, port: int) -> tuple[IPAddress, ...]:
    """Return all addresses the system knows for `host`. Raises ModelUnavailable if it knows none just now."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise ModelUnavailable(f"{host}: the name cannot be resolved ({error.strerror or error})") from error
    return tuple(dict.fromkeys(ip_address(str(entry[4][0]).partition("%")[0]) for entry in found))


@dataclass(slots=True)
class AddressGuard:
    """Says, before each connection, which IP addresses an endpoint may be reached at."""

    endpoint: Endpoint
    resolver: Resolver
    _own: frozenset[IPAddress] | None = field(default=None)

    @classmethod
    def for_admin(cls, url: str, *, resolver: Resolver = resolve) -> "AddressGuard":
        """Guard an address that an admin typed: it is allowed itself, on this machine or a private network too.

        A name stands for what it leads to when first asked; later it may move on the open internet, not inside.
        """
        endpoint = read_endpoint(url)
        literal = _literal(endpoint.host)
        return cls(endpoint, resolver, None if literal is None else frozenset({literal}))

    @classmethod
    def for_anyone(cls, url: str, *, resolver: Resolver = resolve) -> "AddressGuard":
        """Guard an address that came from anyone else: it has to lead to the open internet, whenever it is used."""
        endpoint = read_endpoint(url)
        if _is_inner_name(endpoint.host) or (endpoint.port < 1024 and endpoint.port not in _DEFAULT_PORTS.values()):
            raise AddressNotAllowed(
                f"{url[:200]!r}: only an admin may name an address inside a network or a system port"
            )
        literal = _literal(endpoint.host)
        if literal is not None and not is_public(literal):
            raise AddressNotAllowed(f"{url[:200]!r}: only an admin may name an address inside a network")
        return cls(endpoint, resolver, frozenset())

    async def addresses(self) -> tuple[IPAddress, ...]:
        """Return the addresses to connect to, in order. Raises AddressNotAllowed if even one of them is not allowed."""
        literal = _literal(self.endpoint.host)
        found = (literal,) if literal is not None else await self.resolver(self.endpoint.host, self.endpoint.port)
        if self._own is None:
            self._own = frozenset(address for address in found if _may_be_own(address))
        for address in found:
            if address not in self._own and not is_public(address):
                raise AddressNotAllowed(f"{self.endpoint.host}: the name leads to {address}, which nobody allowed")
        if not found:
            raise ModelUnavailable(f"{self.endpoint.host}: the name has no address")
        return found


def _may_be_own(address: IPAddress) -> bool:
    # A name never opens the way to a cloud's metadata or to a group of machines; only an admin's own number does.
    if address.is_link_local or address.is_multicast or address.is_unspecified or address in _METADATA:
        return False
    return address.is_loopback or not address.is_reserved


def _is_blurred(url: str) -> bool:
    return any(unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"} or char == "\\" for char in url)


def _host(host: str, url: str) -> str:
    if host.startswith("["):
        return str(_ip(host[1:-1], url))
    if unicodedata.normalize("NFKC", host) != host or any(dot in host for dot in "。．｡"):
        raise AddressNotAllowed(f"{url[:200]!r}: the host is written in look-alike characters")
    try:
        name = host.lower().encode("idna").decode("ascii").removesuffix(".")
    except UnicodeError as error:
        raise AddressNotAllowed(f"{url[:200]!r}: the host is no name") from error
    labels = name.split(".")
    if not all(_LABEL.fullmatch(label) for label in labels):
        raise AddressNotAllowed(f"{url[:200]!r}: the host is no name")
    return str(_ip(name, url)) if _NUMERIC_LABEL.fullmatch(labels[-1]) else name


def _ip(text: str, url: str) -> IPAddress:
    try:
        return ip_address(text)
    except ValueError as error:
        raise AddressNotAllowed(f"{url[:200]!r}: write an IP address in its plain form, such as 192.0.2.7") from error


def _literal(host: str) -> IPAddress | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _is_inner_name(host: str) -> bool:
    if _literal(host) is not None:
        return False
    return "." not in host or any(host == name or host.endswith(f".{name}") for name in _INNER_NAMES)
