"""Sharing with the installed app: what its manifest says, what the browser sends, and what the person chooses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from accessibility import violations
from bundle_images import png
from shopping import Shopping
from taker import Taker
from test_installed_app import kept, open_with_worker
from today_host import TodayHost
from web_server import WebServer

BOUNDARY = "----WebKitFormBoundary0123456789abcdef"


@pytest.fixture
def shopping(host: TodayHost) -> Shopping:
    shopping = Shopping(host)
    shopping.install()
    return shopping


def form(fields: dict[str, str], images: list[tuple[str, bytes]] = ()) -> bytes:
    """What a browser sends for a target of shares."""
    parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode() for name, value in fields.items()]
    parts += [
        f'Content-Disposition: form-data; name="images"; filename="{name}"\r\nContent-Type: image/png\r\n\r\n'.encode()
        + data + b"\r\n"
        for name, data in images
    ]
    return b"".join(f"--{BOUNDARY}\r\n".encode() + part for part in parts) + f"--{BOUNDARY}--\r\n".encode()


def share(page: Page, host: TodayHost, fields: dict[str, str], images: list[tuple[str, bytes]] = ()) -> None:
    """Has Chromium navigate to the target of shares by itself, as when the person shares something with the app."""

    def send(route: Route) -> None:
        headers = {**route.request.headers, "content-type": f"multipart/form-data; boundary={BOUNDARY}"}
        route.continue_(method="POST", headers=headers, post_data=form(fields, images))

    target = host.ready["url"] + "/share"
    page.route(target, send)
    page.goto(target)
    page.unroute(target)


def test_browser_finds_the_share_target(shopping: Shopping, visitors: Callable) -> None:
    page = open_with_worker(visitors, shopping.host)
    session = page.context.new_cdp_session(page)
    answer = session.send("Page.getAppManifest")
    assert answer["errors"] == []
    assert answer["manifest"]["shareTarget"]["action"] == shopping.host.ready["url"] + "/share"
    target = json.loads(answer["data"])["share_target"]
    assert target["method"] == "POST" and target["enctype"] == "multipart/form-data"


def test_shared_text_becomes_items_with_the_keyboard_alone(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    share(page, shopping.host, {"title": "Cheesecake", "text": "Milk\nEggs\nhttps://example.org/cake", "url": ""})
    expect(page.get_by_role("heading", name="Share", exact=True)).to_be_visible()
    expect(page.locator("main")).to_contain_text("https://example.org/cake")
    assert violations(page) == []
    assert not shopping.file.exists()

    page.get_by_role("link", name="Cancel").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Share with Shopping List")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Shared with Shopping List")).to_be_visible()
    expect(page.locator("main")).to_contain_text("“Milk” and 2 more items were added.")
    assert violations(page) == []
    page.reload()
    page.get_by_role("link", name="Go to Today").click()
    widget = page.locator(".widget").filter(has=page.locator(".name", has_text="Shopping List"))
    for title in ("Milk", "Eggs", "Cheesecake"):
        expect(widget).to_contain_text(title)
    assert len(shopping.items()) == 3


def test_what_was_shared_can_be_undone(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    share(page, shopping.host, {"text": "Milk"})
    page.get_by_role("button", name="Share with Shopping List").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Undone")).to_be_visible()
    assert shopping.items() == []
    page.get_by_role("link", name="Open Shopping List").click()
    expect(page.get_by_text("Nothing is on the list.", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("language", "button", "done", "message"),
    [
        ("de-DE", "Mit Einkaufsliste teilen", "Mit Einkaufsliste geteilt", "„Milch“ wurde hinzugefügt."),
        ("ja-JP", "買い物リストに共有", "買い物リストに共有しました", "「牛乳」を追加しました。"),
    ],
)
def test_pages_and_answer_are_in_the_language_of_the_browser(
    shopping: Shopping, visitors, language: str, button: str, done: str, message: str
) -> None:
    page = visitors(locale=language).sign_in(shopping.host)
    share(page, shopping.host, {"text": "Milch" if language == "de-DE" else "牛乳"})
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("heading", name=done)).to_be_visible()
    expect(page.locator("main")).to_contain_text(message)


def test_an_image_goes_to_an_app_that_takes_images(
    shopping: Shopping, visitor, fixture_app: Callable[..., Path]
) -> None:
    taker = Taker(shopping.host, fixture_app)
    page = visitor.sign_in(shopping.host)
    share(page, shopping.host, {"text": "Look"}, [("cake.png", png(64))])
    expect(page.locator("main")).to_contain_text("Image “cake.png”, 1 KiB")
    expect(page.get_by_role("button", name="Share with Shopping List")).to_have_count(0)
    page.get_by_role("button", name="Share with Taker").click()
    expect(page.get_by_role("heading", name="Shared with Taker")).to_be_visible()
    assert taker.stored["last"]["images"][0]["mediaType"] == "image/png"


def test_images_that_are_too_large_are_refused_with_a_sentence(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    share(page, shopping.host, {}, [("photo.png", png(1) + bytes(5 * 1024 * 1024))])
    expect(page.locator("main")).to_contain_text("Shared images have at most 512 KiB together.")


# Without a referrer the origin is "null", as when the browser itself sends the form.
@pytest.mark.parametrize("policy", ["origin", "no-referrer"])
def test_another_site_shares_nothing(shopping: Shopping, visitor, web: WebServer, policy: str) -> None:
    host = shopping.host
    page = visitor.sign_in(host)
    form = f'<form method="post" enctype="multipart/form-data" action="{host.ready["url"]}/share">'
    web.answer(
        "/", f'{form}<input name="text" value="Poison"><button>Win</button></form>', Content_Type="text/html",
        Referrer_Policy=policy,
    )
    page.goto(web.url + "/")
    page.get_by_role("button", name="Win").click()
    expect(page.get_by_text("This request comes from another site.")).to_be_visible()
    assert not shopping.file.exists()


def test_without_the_host_nothing_is_kept(shopping: Shopping, visitors) -> None:
    page = open_with_worker(visitors, shopping.host)
    before = kept(page)
    shopping.host.kill()
    # The stream of events ends as well.
    with page.expect_event("requestfailed", lambda request: request.method == "POST") as failed:
        page.evaluate(
            """() => {
                const form = document.createElement("form");
                Object.assign(form, { method: "post", enctype: "multipart/form-data", action: "/share" });
                form.append(Object.assign(document.createElement("input"), { name: "text", value: "Milk" }));
                document.body.append(form);
                form.submit();
            }"""
        )
    assert failed.value.failure == "net::ERR_CONNECTION_REFUSED"
    page.wait_for_url("chrome-error://**")
    page.goto(shopping.host.ready["url"] + "/?app")
    assert kept(page) == before
    assert page.evaluate("tapStore.all()") == []
