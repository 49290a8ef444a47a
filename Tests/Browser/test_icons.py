"""Icons of apps and pictures of their bundles in a real browser: each is looked at as it was drawn."""

from __future__ import annotations

import base64
import json
import shutil
from pathlib import Path
from typing import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from bundle_images import DRAWING, give_icon, png
from fixture_apps import make_app
from notifier import Notifier
from today_host import ROOT, TodayHost

#: The fixture's widget; its app is the notifier.
WIDGET = "test.notifier.widget"


@pytest.fixture
def bundle(fixture_app: Callable[..., Path]) -> Path:
    """A bundle of the notifier with a widget that shows what a test writes; it has no icon yet."""
    return fixture_app("notifier", app=Notifier.PROGRAM, widget="layout_widget", groups=[Notifier.GROUP])


def install(host: TodayHost, bundle: Path) -> Notifier:
    host.install(bundle)
    notifier = Notifier(host)
    notifier.offer()
    notifier.allow()
    return notifier


def show(notifier: Notifier, *images: dict) -> None:
    """Has the widget show images."""
    body = [{"type": "Image", **image} for image in images]
    card = {"type": "AdaptiveCard", "version": "1.5", "body": body}
    notifier.write("content.json", json.dumps({"compact": card}))
    notifier.host.reload(WIDGET)


def expect_drawn(image: Locator) -> None:
    """Waits until the browser has drawn an image."""
    expect(image).to_be_visible()
    expect(image).to_have_js_property("complete", True)
    assert image.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }") > 0


def color(image: Locator) -> list[int]:
    """The color in the middle of an image."""
    return image.evaluate(
        """async (image) => {
            await image.decode();
            const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
            const context = canvas.getContext("2d");
            context.drawImage(image, 0, 0, 1, 1);
            return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
        }"""
    )


@pytest.mark.parametrize("files", [{"svg": DRAWING}, {"png": png(180)}], ids=["svg", "png"])
def test_icon_is_drawn_wherever_the_app_is_named(host: TodayHost, bundle: Path, visitors, files: dict) -> None:
    notifier = install(host, give_icon(bundle, **files))
    show(notifier, {"url": "bundle:Icon", "altText": "Its own icon"})
    page: Page = visitors().sign_in(host)
    widget = page.get_by_role("region", name="Notifier", exact=True)
    expect_drawn(widget.locator(".widget-head img.icon"))
    expect_drawn(page.locator(".apps img.icon"))
    expect_drawn(widget.get_by_role("img", name="Its own icon"))
    notifier.add("Tea", body="It is ready.")
    expect_drawn(page.locator("#banners > li").filter(has_text="Tea").locator("img.icon"))
    page.goto(f"{host.ready['url']}/notifications")
    expect_drawn(page.locator("#list .group img.icon"))
    page.goto(f"{host.ready['url']}/settings")
    expect_drawn(page.get_by_role("group", name="Notifier").locator("img.icon"))
    expect_drawn(page.get_by_role("link", name="Notifier").locator("img.icon"))


def test_each_sample_app_has_an_icon_of_its_own(host: TodayHost, visitors) -> None:
    bundles = sorted((ROOT / "Apps/.build/bundles/debug").glob("*.app"))
    names = [host.install(bundle)["title"] for bundle in bundles]
    page: Page = visitors(1280, 900).sign_in(host)
    # Weather's widget has its sky in place of the icon, and some apps wait in the card "Set Up More".
    icons = page.get_by_role("navigation", name="Apps").locator("img.icon")
    expect(icons).to_have_count(len(names))
    for icon in icons.all():
        expect_drawn(icon)
    sources = icons.evaluate_all("(icons) => icons.map((icon) => icon.src)")
    assert len(set(sources)) == len(names) == 9


def test_app_without_an_icon_has_its_letter_until_a_version_brings_one(
    host: TodayHost, bundle: Path, visitors
) -> None:
    notifier = install(host, bundle)
    show(notifier, {"url": "bundle:Icon", "altText": "Its own icon"})
    page: Page = visitors().sign_in(host)
    widget = page.get_by_role("region", name="Notifier", exact=True)
    expect(widget.locator(".widget-head .icon")).to_have_text("N")
    expect(widget.get_by_text("Its own icon")).to_be_visible()
    host.install(give_icon(bundle, svg=DRAWING))
    expect_drawn(widget.locator(".widget-head img.icon"))
    expect_drawn(widget.get_by_role("img", name="Its own icon"))


@pytest.fixture(scope="module")
def shared_sun(start_shared: Callable[[], TodayHost], shared_app: Callable[..., Path]) -> TodayHost:
    """A host that tests share, whose widget shows a picture of its bundle that is there in several scales and themes."""
    bundle = shared_app("notifier", app=Notifier.PROGRAM, widget="layout_widget", groups=[Notifier.GROUP])
    folder = bundle / "PlugIns/Notifier.appex"
    (folder / "sun.png").write_bytes(png(20, (200, 0, 0)))
    (folder / "sun@2x.png").write_bytes(png(40, (0, 200, 0)))
    (bundle / "sun.png").write_bytes(png(20, (9, 9, 9)))
    (folder / "sun~dark@2x.png").write_bytes(png(40, (0, 0, 200)))
    host = start_shared()
    show(install(host, bundle), {"url": "bundle:sun", "altText": "Sun"})
    return host


@pytest.mark.parametrize(
    "scheme, scale, expected",
    [
        ("light", 1, [200, 0, 0]), ("light", 2, [0, 200, 0]), ("light", 3, [0, 200, 0]),
        ("dark", 1, [0, 0, 200]), ("dark", 2, [0, 0, 200]),
    ],
)
def test_picture_of_the_bundle_follows_theme_and_scale(
    shared_sun: TodayHost, visitors, scheme: str, scale: int, expected: list[int]
) -> None:
    page: Page = visitors(color_scheme=scheme, device_scale_factor=scale).sign_in(shared_sun)
    sun = page.get_by_role("img", name="Sun")
    expect_drawn(sun)
    assert color(sun) == expected
    # However many pixels the file has, the picture is as large as in its first scale.
    expect(sun).to_have_js_property("width", 20)
    other = "light" if scheme == "dark" else "dark"
    page.emulate_media(color_scheme=other)
    expect(sun).to_have_js_property("currentSrc", page.evaluate(
        """(dark) => new URL(dark
            ? document.querySelector("picture source").srcset.split(" ")[0]
            : document.querySelector(".ac-picture").srcset.split(",")[devicePixelRatio > 1 ? 1 : 0].trim().split(" ")[0],
            location.href).href""",
        other == "dark",
    ))


def test_image_of_another_site_is_asked_for_only_with_the_right(host: TodayHost, visitors, tmp_path: Path) -> None:
    parts = {"app": Notifier.PROGRAM, "widget": "layout_widget", "groups": [Notifier.GROUP]}
    bundle = make_app(tmp_path / "bundles", "notifier", **parts)
    notifier = install(host, bundle)
    show(notifier, {"url": "https://pictures.example/sun.png", "altText": "Sun"})
    page: Page = visitors().sign_in(host)
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(body=png(20), content_type="image/png")

    page.route("**/image?*", answer)
    widget = page.get_by_role("region", name="Notifier", exact=True)

    def expect_words() -> None:
        expect(widget.get_by_text("Sun", exact=True)).to_be_visible()
        asked.clear()
        page.reload()
        expect(widget.get_by_text("Sun", exact=True)).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert asked == [] and "pictures.example" not in page.content()

    # A bundle that does not ask for it.
    expect_words()
    shutil.rmtree(bundle)
    host.install(make_app(tmp_path / "bundles", "notifier", **parts, remote_images=True))
    sun = widget.get_by_role("img", name="Sun")
    expect_drawn(sun)
    assert len(asked) == 1 and "pictures.example" in asked[0]

    visitor = page.context.new_page()
    visitor.goto(f"{host.ready['url']}/settings/apps?app=test.notifier")
    switch = visitor.get_by_role("switch", name="Show images of any public host")
    expect(switch).to_be_checked()
    switch.click()
    expect(switch).not_to_be_checked()
    expect_words()
    host.today("settings", "Notifier", "--restore", "remote-images")
    expect_drawn(sun)


def test_image_in_the_card_is_drawn_and_a_large_one_is_words(host: TodayHost, bundle: Path, visitors) -> None:
    def data(content: bytes) -> str:
        return "data:image/png;base64," + base64.b64encode(content).decode()

    notifier = install(host, bundle)
    show(
        notifier,
        {"url": data(png(8)), "altText": "Small"},
        {"url": data(png(8) + bytes(32 * 1024)), "altText": "Large"},
        {"url": "bundle:../../../promises.sqlite", "altText": "Outside"},
        {"url": "bundle:moon"},
    )
    page: Page = visitors().sign_in(host)
    widget = page.get_by_role("region", name="Notifier", exact=True)
    expect_drawn(widget.get_by_role("img", name="Small"))
    for words in ("Large", "Outside", "No image moon in the bundle"):
        expect(widget.get_by_text(words, exact=True)).to_be_visible()
    expect(widget.locator(".card img, .ac-card img")).to_have_count(1)
    assert "Large" in host.today("show", WIDGET).stdout
