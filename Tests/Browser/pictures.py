"""Pictures of pages for people to look at, taken only of pages whose text can be read."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page


#: The windows in which pictures are taken.
WINDOWS = {"narrow": (390, 844), "medium": (820, 1180), "wide": (1280, 900), "widest": (1920, 1080)}


@dataclass
class Pictures:
    """Takes pictures of a page, in which nothing may be wider than it or hard to read."""

    page: Page
    folder: Path
    suffix: str

    def keep(self, what: str) -> None:
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{what} is wider than the page"
        for ratio, text in contrasts(self.page):
            assert ratio >= 4.5, f"{text!r} has a contrast of {ratio:.1f} in {what}"
        path = self.folder / f"{what}-{self.suffix}.png"
        # Playwright's own way costs ten times as much.
        session = self.page.context.new_cdp_session(self.page)
        path.write_bytes(base64.b64decode(session.send("Page.captureScreenshot", {"optimizeForSpeed": True})["data"]))
        session.detach()
        assert path.stat().st_size > 10_000


def contrasts(page: Page) -> list[tuple[float, str]]:
    """The contrast of each visible text with the brightest and the darkest background that the page may have there."""
    return page.evaluate(
        """() => {
            const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
            const context = canvas.getContext("2d", { willReadFrequently: true });
            const over = (...colors) => {
                context.clearRect(0, 0, 1, 1);
                for (const color of colors) { context.fillStyle = color; context.fillRect(0, 0, 1, 1); }
                return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
            };
            const light = (color) => {
                const [r, g, b] = color.map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            // A property may hold a color for each theme.
            const probe = document.head.appendChild(document.createElement("i"));
            const get = (name) => { probe.style.color = `var(${name})`; return getComputedStyle(probe).color; };
            const grounds = ["--base", "--glow-1", "--glow-2", "--glow-3"].map((name) => [get("--base"), get(name), get("--veil")]);
            probe.remove();
            const found = [];
            const root = document.querySelector("dialog[open]") ?? document.body;
            const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) {
                const text = walker.currentNode.data.trim(), element = walker.currentNode.parentElement;
                if (!text || !element.checkVisibility() || element.closest(".icon,.visually-hidden,.skip")) continue;
                const fills = [];
                for (let at = element; at; at = at.parentElement) fills.unshift(getComputedStyle(at).backgroundColor);
                const own = getComputedStyle(element).color;
                for (const ground of grounds) {
                    const layers = [...ground, ...fills.slice(1)];
                    const [a, b] = [light(over(...layers, own)), light(over(...layers))].sort((x, y) => y - x);
                    found.push([(a + 0.05) / (b + 0.05), text]);
                }
            }
            return found;
        }"""
    )
