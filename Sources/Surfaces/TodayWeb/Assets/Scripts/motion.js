// Motion that explains what happened: a banner moves into the list, and a card grows into the page that it opens.

import { find } from "./dom.js";

/** Whether the person wants less motion. */
export function isCalm() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Lets a banner move to the row of its notification, if the page shows that.
 *
 * @param {HTMLElement} banner
 * @returns {boolean} whether it does
 */
export function moveIntoList(banner) {
    const row = document.getElementById(`n-${banner.dataset.id}`);
    if (isCalm() || !row?.checkVisibility()) return false;
    const [from, to] = [banner.getBoundingClientRect(), row.getBoundingClientRect()];
    if (to.bottom < 0 || to.top > innerHeight) return false;
    const transform = `translate(${to.left - from.left}px, ${to.top - from.top}px) scaleX(${to.width / from.width})`;
    banner.style.transformOrigin = "left top";
    banner.style.animation = "none";
    banner.animate(
        { transform: ["none", transform], opacity: [1, 0] },
        { duration: 350, easing: "ease-in-out", fill: "forwards" },
    );
    return true;
}

/** Lets the card that was pressed grow into the page that it opens, in browsers that can. */
export function growIntoPages() {
    document.addEventListener("click", (event) => {
        const link = event.target instanceof Element ? event.target.closest("a[href^='/open']") : null;
        const card = /** @type {HTMLElement | null | undefined} */ (link?.closest(".widget,.item,.apps li"));
        if (!card || isCalm()) return;
        card.style.setProperty("view-transition-name", "grown");
    });
    addEventListener("pageshow", () => {
        for (const card of document.querySelectorAll("[style*=view-transition-name]")) {
            /** @type {HTMLElement} */ (card).style.removeProperty("view-transition-name");
        }
    });
    find("main.scene")?.style.setProperty("view-transition-name", "grown");
}
