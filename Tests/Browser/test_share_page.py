"""Sharing with the installed app: what its manifest says, what the browser sends, and what the person chooses."""

from __future__ import annotations

import base64
import json
import struct
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
#: How many bytes all images of a share have that an app gets.
LIMIT = 512 * 1024


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
    page = open_with_worker(visitors, shopping.host, whole=True)
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

    page.get_by_role("button", name="Cancel").focus()
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


# Noise on two colors: a photo that compresses badly, but not so badly that it loses pixels.
PHOTO = """async ([width, height, type, noise]) => {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    const image = context.createImageData(width, height);
    let random = 1;
    for (let at = 0; at < image.data.length; at += 1) {
        random ^= random << 13, random ^= random >>> 17, random ^= random << 5;
        const isAlpha = at % 4 === 3;
        image.data[at] = isAlpha ? (type === "image/jpeg" || at % 8 === 3 ? 255 : 0) : 120 + (random & 255) * noise / 255;
    }
    context.putImageData(image, 0, 0);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, type, 0.95));
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = "";
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
}"""


def photo(page: Page, width: int, height: int, kind: str = "image/jpeg", noise: int = 60) -> bytes:
    """An image of more than 1 MB, as the browser writes it; a PNG has transparent parts."""
    data = base64.b64decode(page.evaluate(PHOTO, [width, height, kind, noise]))
    assert len(data) > 1_000_000
    return data


def with_metadata(jpeg: bytes) -> bytes:
    """A photo that a phone took upright: Exif says that it must be turned to the right."""
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0)
    exif = b"Exif\0\0" + b"MM\0\x2a" + struct.pack(">IH", 8, 1) + entry + struct.pack(">I", 0)
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


def size(page: Page, image: bytes) -> list[int]:
    """The width and height of an image, as the browser shows it."""
    decode = """async (data) => {
        const bytes = Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes]));
        return [bitmap.width, bitmap.height];
    }"""
    return page.evaluate(decode, base64.b64encode(image).decode())


def share_with_taker(page: Page, taker: Taker) -> list[bytes]:
    """Shares what the page shows, once its images are small enough; returns the images that the app got."""
    page.get_by_role("button", name="Share with Taker").click()
    expect(page.get_by_role("heading", name="Shared with Taker")).to_be_visible()
    images = taker.images
    assert sum(map(len, images)) <= LIMIT
    return images


@pytest.mark.parametrize(("is_turned", "expected"), [(False, [2048, 1365]), (True, [1365, 2048])])
def test_a_large_photo_is_made_smaller_and_loses_its_metadata(
    host: TodayHost, visitor, fixture_app: Callable[..., Path], is_turned: bool, expected: list[int]
) -> None:
    taker = Taker(host, fixture_app)
    page = visitor.sign_in(host)
    data = photo(page, 3000, 2000)
    share(page, host, {"text": "Look"}, [("IMG.1.jpg", with_metadata(data) if is_turned else data)])
    expect(page.get_by_role("button", name="Share with Taker")).to_be_visible()
    assert violations(page) == []
    [image] = share_with_taker(page, taker)
    assert image.startswith(b"\xff\xd8") and b"Exif" not in image
    assert size(page, image) == expected
    last = taker.stored["last"]
    assert last["text"] == "Look"
    assert [(each["name"], each["mediaType"]) for each in last["images"]] == [("IMG.1.jpg", "image/jpeg")]


def test_large_images_share_the_room_that_small_ones_leave(
    host: TodayHost, visitor, fixture_app: Callable[..., Path]
) -> None:
    taker = Taker(host, fixture_app, images=3)
    page = visitor.sign_in(host)
    images = [("a.jpg", photo(page, 3000, 2000, noise=255)), ("b.png", png(64)), ("c.png", photo(page, 1200, 800, "image/png"))]
    share(page, host, {}, images)
    noise, small, transparent = share_with_taker(page, taker)
    # Noise loses pixels before it fits; its shape stays.
    width, height = size(page, noise)
    assert width < 2048 and abs(width / height - 1.5) < 0.01 and noise.startswith(b"\xff\xd8")
    assert small == images[1][1]
    assert transparent[8:12] == b"WEBP"
    assert len(noise) + len(transparent) > LIMIT / 2


def test_the_page_says_that_images_are_made_smaller(
    host: TodayHost, visitor, fixture_app: Callable[..., Path], screenshots: Path
) -> None:
    Taker(host, fixture_app)
    page = visitor.sign_in(host)
    held: list[Route] = []
    page.route("**/images/0", lambda route: held.append(route))
    share(page, host, {"title": "Cake"}, [("cake.jpg", photo(page, 3000, 2000))])

    def keep(what: str) -> None:
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            assert violations(page) == []
            page.screenshot(path=screenshots / f"{what}-{scheme}.png")

    expect(page.get_by_text("The images are being made smaller…")).to_be_visible()
    expect(page.get_by_role("button", name="Share with Taker")).to_have_count(0)
    keep("share-shrinking")
    held[0].continue_()
    expect(page.get_by_role("button", name="Share with Taker")).to_be_visible()
    keep("share-shrunk")


def test_an_image_that_the_browser_cannot_read_ends_in_a_sentence(
    host: TodayHost, visitor, fixture_app: Callable[..., Path], screenshots: Path
) -> None:
    Taker(host, fixture_app)
    page = visitor.sign_in(host)
    share(page, host, {}, [("photo.png", png(1)[:8] + bytes(1024 * 1024))])
    expect(page.get_by_role("alert").get_by_text("This browser cannot make “photo.png” smaller.")).to_be_visible()
    expect(page.get_by_text("The images are being made smaller…")).to_have_count(0)
    assert violations(page) == []
    page.screenshot(path=screenshots / "share-unreadable.png")
    address = page.url
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("h1.date")).to_be_visible()
    page.goto(address)
    expect(page.get_by_text("What was to be shared is no longer kept. Share it again.")).to_be_visible()


def test_images_that_are_gone_meanwhile_are_to_be_shared_again(
    host: TodayHost, visitor, fixture_app: Callable[..., Path]
) -> None:
    Taker(host, fixture_app)
    page, other = visitor.sign_in(host), visitor.page()
    other.goto(host.ready["url"])
    held: list[Route] = []
    page.route("**/images/0", lambda route: held.append(route))
    share(page, host, {}, [("photo.png", png(1) + bytes(1024 * 1024))])
    expect(page.get_by_text("The images are being made smaller…")).to_be_visible()
    cancel = "async (path) => (await fetch(`${path}/cancel`, { method: 'POST' })).url"
    assert other.evaluate(cancel, page.url) == host.ready["url"] + "/"
    held[0].continue_()
    expect(page.get_by_text("What was to be shared is no longer kept. Share it again.")).to_be_visible()


def test_without_the_script_the_page_says_that_images_are_too_large(
    host: TodayHost, visitors, fixture_app: Callable[..., Path]
) -> None:
    Taker(host, fixture_app)
    page = visitors(java_script_enabled=False).sign_in(host)
    share(page, host, {}, [("photo.png", png(1) + bytes(1024 * 1024))])
    # Searches for a text do not look there.
    expect(page.locator("noscript p")).to_be_visible()
    expect(page.locator("noscript p")).to_contain_text("The images are too large to be shared.")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("h1.date")).to_be_visible()


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
