// Motion that explains what happened: cards glide to where a change puts them, and one grows into the page that it opens.

import { findAll } from "./dom.js";

/** Whether the person wants less motion. */
export function isCalm() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Lets the cards of the screen glide from where they are to where a change puts them.
 *
 * @param {() => void} change
 * @param {HTMLElement} [except] - a card that follows the pointer
 */
export function glide(change, except) {
    const cards = isCalm() ? [] : findAll("#widgets > *").filter((card) => card !== except);
    const before = cards.map((card) => card.getBoundingClientRect());
    change();
    cards.forEach((card, index) => {
        for (const animation of card.getAnimations()) if (animation.id === "glide") animation.cancel();
        const after = card.getBoundingClientRect();
        const [x, y] = [before[index].left - after.left, before[index].top - after.top];
        if (!x && !y) return;
        const frames = { transform: [`translate(${x}px, ${y}px)`, "none"] };
        card.animate(frames, { id: "glide", duration: 250, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" });
    });
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
