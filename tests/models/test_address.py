"""Outbound addresses: hostile forms are refused, names are checked each time, an admin's own address is let through."""

import json
from ipaddress import ip_address
from pathlib import Path

import pytest

from morrow.models.address import AddressGuard, IPAddress, is_public, read_endpoint
from morrow.models.errors import AddressNotAllowed, ModelUnavailable

_URLS = json.loads(Path(__file__).with_name("outbound_addresses.json").read_text())["urls"]
HOSTILE = [one["url"] for one in _URLS if one["expect"] == "block"]
ORDINARY = [one["url"] for one in _URLS if one["expect"] == "allow"]


class Names:
    """A resolver that answers what a test set."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = addresses

    async def __call__(self, _host: str, _port: int) -> tuple[IPAddress, ...]:
        return tuple(ip_address(address) for address in self.addresses)


@pytest.mark.parametrize("url", HOSTILE)
async def test_a_hostile_address_is_refused(url: str) -> None:
    with pytest.raises(AddressNotAllowed):
        await AddressGuard.for_anyone(url, resolver=Names("93.184.215.14")).addresses()


@pytest.mark.parametrize("url", ORDINARY)
async def test_an_ordinary_address_passes(url: str) -> None:
    found = await AddressGuard.for_anyone(url, resolver=Names("93.184.215.14")).addresses()

    assert found == (ip_address("93.184.215.14"),)


@pytest.mark.parametrize(
    "inner", ["127.0.0.1", "10.1.2.3", "::1", "169.254.169.254", "64:ff9b::a00:1", "2002:7f00:1::"]
)
async def test_one_inner_answer_among_public_ones_refuses_the_name(inner: str) -> None:
    guard = AddressGuard.for_anyone("https://api.example.com/v1", resolver=Names("93.184.215.14", inner))

    with pytest.raises(AddressNotAllowed):
        await guard.addresses()


async def test_a_name_that_moves_inside_is_refused_for_anyone_and_for_an_admin() -> None:
    names = Names("93.184.215.14")
    url = "https://api.example.com/v1"
    guards = [AddressGuard.for_anyone(url, resolver=names), AddressGuard.for_admin(url, resolver=names)]
    for guard in guards:
        await guard.addresses()

    names.addresses = ("127.0.0.1",)

    for guard in guards:
        with pytest.raises(AddressNotAllowed):
            await guard.addresses()


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:11434/v1", "http://[::1]:8000", "http://192.168.1.7/v1", "http://10.0.0.1"]
)
async def test_an_admin_may_type_an_inner_address(url: str) -> None:
    guard = AddressGuard.for_admin(url)

    assert [str(address) for address in await guard.addresses()] == [guard.endpoint.host]


async def test_an_admins_inner_name_keeps_to_what_it_first_led_to() -> None:
    names = Names("192.168.1.7")
    guard = AddressGuard.for_admin("http://ollama:11434/v1", resolver=names)
    assert await guard.addresses() == (ip_address("192.168.1.7"),)

    names.addresses = ("192.168.1.8",)

    with pytest.raises(AddressNotAllowed):
        await guard.addresses()


@pytest.mark.parametrize("metadata", ["169.254.169.254", "fd00:ec2::254", "100.100.100.200", "fe80::1"])
async def test_an_admins_name_never_leads_to_cloud_metadata(metadata: str) -> None:
    guard = AddressGuard.for_admin("http://models.example.com/v1", resolver=Names(metadata))

    with pytest.raises(AddressNotAllowed):
        await guard.addresses()


async def test_a_name_without_an_address_is_a_model_that_is_down() -> None:
    with pytest.raises(ModelUnavailable):
        await AddressGuard.for_admin("http://no-such-name.invalid/v1").addresses()


def test_an_endpoint_is_read_in_one_way() -> None:
    endpoint = read_endpoint("https://例子.测试:8443/v1/")

    assert (endpoint.scheme, endpoint.host, endpoint.port) == ("https", "xn--fsqu00a.xn--0zwm56d", 8443)
    assert read_endpoint("HTTP://API.Example.com").host == "api.example.com"


@pytest.mark.parametrize(("address", "public"), [("8.8.8.8", True), ("2606:4700::1111", True), ("192.88.99.1", False)])
def test_public_is_the_open_internet(address: str, public: bool) -> None:
    assert is_public(ip_address(address)) is public
