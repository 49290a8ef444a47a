// Motion that explains what happened: a banner moves into the list, and a card grows into the page that it opens.

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

/**
 * Lets the card that was pressed grow into the page that it opens, in browsers that can; `scene.css` names that page,
 * since a script might name it too late.
 */
export function growIntoPages() {
    /** @type {HTMLElement | null | undefined} */
    let pressed;
    document.addEventListener("click", (event) => {
        const link = event.target instanceof Element ? event.target.closest("a[href^='/open']") : null;
        pressed = link?.closest(".widget,.item,.apps li");
    });
    // Not at once: an update that comes before the next page would remove the name again. No motion is no transition.
    addEventListener("pageswap", (event) => {
        const { viewTransition } = /** @type {{ viewTransition?: object | null }} */ (event);
        if (viewTransition) pressed?.style.setProperty("view-transition-name", "grown");
    });
    addEventListener("pageshow", () => {
        pressed?.style.removeProperty("view-transition-name");
        pressed = null;
    });
}
