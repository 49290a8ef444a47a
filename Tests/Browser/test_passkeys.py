"""Passkeys in a real Chromium, whose authenticator is the virtual one of its developer tools."""

from __future__ import annotations

import json
from typing import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect

from accessibility import violations
from remote_machine import NAME
from today_host import TodayHost

ADD = "Add a Passkey…"
SIGN_IN = "Sign In with a Passkey"


class Device:
    """A browser with an authenticator, at the public address of a host."""

    def __init__(self, visitors, context: BrowserContext, url: str):
        self.url = url
        self.page: Page = visitors(own=context).page()
        self.session: CDPSession = context.new_cdp_session(self.page)
        self.session.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
            "isUserVerified": True, "automaticPresenceSimulation": True,
        }
        added = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self.authenticator = added["authenticatorId"]

    def pair(self, host: TodayHost, name: str, rights: str) -> None:
        """Follows a link that pairs the device."""
        link = host.today_json("pair", "--name", name, "--rights", rights)["link"]
        self.page.goto(link)
        self.page.get_by_role("button", name="Pair This Device").click()
        expect(self.page.locator("h1.date")).to_be_visible()

    def add_passkey(self) -> None:
        """Adds a passkey in Settings."""
        self.page.goto(self.url + "/settings")
        self.page.get_by_role("button", name=ADD).click()
        expect(self.page.get_by_role("list", name="Passkeys")).to_contain_text("Not used yet")

    def sign_out(self) -> None:
        """Signs out in Settings."""
        self.page.goto(self.url + "/settings")
        self.page.locator("form[action='/sign-out'] button").click()
        sheet = self.page.get_by_role("dialog")
        expect(sheet).to_contain_text("Its passkey signs it in again.")
        sheet.get_by_role("button", name="Sign out").click()
        expect(self.page.get_by_text("today link")).to_be_visible()

    def sign_in(self) -> dict:
        """Presses the button of the page that asks to sign in; returns what the page sent."""
        with self.page.expect_request("**/passkeys/sign-in") as sent:
            self.page.get_by_role("button", name=SIGN_IN).click()
        return json.loads(sent.value.post_data)

    def send(self, body: dict) -> int:
        """Sends a sign-in as the page does; returns the status."""
        sending = """async (body) => (await fetch("/passkeys/sign-in", {
            method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
        })).status"""
        return self.page.evaluate(sending, body)


@pytest.fixture
def devices(visitors, remote_browser: Browser, public_host: TodayHost) -> Callable[..., Device]:
    """Pairs devices, each in a browser of its own."""
    url = public_host.today_json("pair")["url"]

    def make(name: str, rights: str) -> Device:
        context = remote_browser.new_context(
            viewport={"width": 390, "height": 844}, locale="en-US", timezone_id="UTC", service_workers="block"
        )
        # Otherwise the first page is loaded again once it knows the zone of the browser.
        context.add_cookies([{"name": "today_zone", "value": "UTC", "url": url}])
        made = Device(visitors, context, url)
        made.pair(public_host, name, rights)
        return made

    return make


@pytest.fixture
def device(devices: Callable[..., Device]) -> Device:
    """A device that is called Phone and may act."""
    return devices("Phone", "act")


def test_device_signs_in_again_with_its_name_and_rights(device: Device, public_host: TodayHost) -> None:
    device.add_passkey()
    [credential] = device.session.send(
        "WebAuthn.getCredentials", {"authenticatorId": device.authenticator}
    )["credentials"]
    assert credential["isResidentCredential"] and credential["rpId"] == NAME
    device.sign_out()
    [signed_out] = public_host.today_json("devices")["devices"]
    assert signed_out["signed_out"] is True and len(signed_out["passkeys"]) == 1
    expect(device.page.get_by_role("button", name=SIGN_IN)).to_be_visible()
    assert violations(device.page) == []

    sent = device.sign_in()
    expect(device.page.get_by_role("button", name=SIGN_IN)).to_have_count(0)
    device.page.goto(device.url)
    expect(device.page.locator("h1.date")).to_be_visible()
    [again] = public_host.today_json("devices")["devices"]
    assert (again["name"], again["rights"], again["signed_out"]) == ("Phone", "act", False)
    assert again["id"] != signed_out["id"] and again["passkeys"][0]["last_used"]
    entries = public_host.today_json("audit")["entries"]
    assert [entry["kind"] for entry in entries[:4]] == ["signed-in", "signed-out", "passkey-added", "signed-in"]
    assert entries[0]["detail"] == "Phone, with a passkey, rights: act"

    # What the page sent works once, also for a signature that is right.
    device.sign_out()
    assert device.send(sent) == 403
    expect(device.page.get_by_text("today link")).to_be_visible()
    device.sign_in()
    expect(device.page.get_by_role("button", name=SIGN_IN)).to_have_count(0)


def test_removed_device_is_refused(
    device: Device, devices: Callable[..., Device], public_host: TodayHost
) -> None:
    device.add_passkey()
    device.sign_out()
    expect(device.page.get_by_role("button", name=SIGN_IN)).to_be_visible()
    # Another device has a passkey, so that the page goes on offering to use one.
    desk = devices("Desk", "change")
    desk.add_passkey()
    desk.page.get_by_role("button", name="Remove Phone").click()
    sheet = desk.page.get_by_role("dialog")
    expect(sheet).to_contain_text("its passkeys are removed")
    sheet.get_by_role("button", name="Remove Phone").click()
    expect(desk.page.get_by_text("Phone", exact=True)).to_have_count(0)

    device.sign_in()
    expect(device.page.get_by_role("alert")).to_contain_text("This passkey does not sign in here.")
    assert [each["name"] for each in public_host.today_json("devices")["devices"]] == ["Desk"]
    # The log has what was wrong in a minute, or until the end.
    public_host.stop()
    public_host.start()
    entries = public_host.today_json("audit")["entries"]
    assert [each["detail"] for each in entries if each["kind"] == "links-refused"] == ["1, from 127.0.0.1"]


def test_passkey_is_removed_in_settings_and_in_the_terminal(device: Device, public_host: TodayHost) -> None:
    device.add_passkey()
    # The same authenticator makes no second one for this device.
    device.page.get_by_role("button", name=ADD).click()
    expect(device.page.locator("#status")).to_contain_text("This device has a passkey already.")
    assert violations(device.page) == []
    device.page.get_by_role("button", name="Remove the passkey").click()
    sheet = device.page.get_by_role("dialog")
    expect(sheet).to_contain_text("It signs nobody in any more.")
    sheet.get_by_role("button", name="Remove the passkey").click()
    expect(device.page.get_by_role("list", name="Passkeys")).to_have_count(0)
    device.session.send("WebAuthn.clearCredentials", {"authenticatorId": device.authenticator})
    device.add_passkey()
    [passkey] = public_host.today_json("devices")["devices"][0]["passkeys"]
    assert passkey["id"][:8] in public_host.today("devices", "passkeys").stdout
    public_host.today("devices", "remove-passkey", passkey["id"][:8])
    assert public_host.today_json("devices")["devices"][0]["passkeys"] == []
    kinds = [entry["kind"] for entry in public_host.today_json("audit")["entries"]]
    assert kinds.count("passkey-removed") == 2


def test_nothing_is_offered_where_there_can_be_none(device: Device, host_page: Page) -> None:
    # On the address of this machine links are at hand.
    expect(host_page.get_by_role("button", name=ADD)).to_have_count(0)
    # A browser without passkeys.
    context = device.page.context.browser.new_context(
        locale="en-US", service_workers="block", storage_state=device.page.context.storage_state()
    )
    context.add_init_script("delete window.PublicKeyCredential")
    page = context.new_page()
    page.goto(device.url + "/settings")
    expect(page.get_by_role("heading", name="Devices")).to_be_visible()
    expect(page.get_by_role("button", name=ADD)).to_be_hidden()
    context.close()


@pytest.fixture
def host_page(visitor, public_host: TodayHost) -> Page:
    """Settings at the address of this machine."""
    page = visitor.sign_in(public_host)
    page.goto(public_host.ready["url"] + "/settings")
    return page
