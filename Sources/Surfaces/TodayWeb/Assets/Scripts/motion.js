// Motion that explains what happened: a card grows into the page that it opens.

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
