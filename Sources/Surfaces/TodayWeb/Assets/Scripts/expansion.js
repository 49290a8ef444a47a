// Show More and Show Less, and cards that do not fit their widget. The expanded widgets stand in a cookie, so that the
// first paint shows them expanded.

import { cookie, setCookie } from "./cookies.js";
import { find, findAll, required, requiredAncestor } from "./dom.js";
import { packCards } from "./packing.js";
import { texts } from "./texts.js";

const cookieName = "today_expanded";
const cookieLimit = 50;

/** A card is cut off if it is higher than its frame by more than this, in pixels. */
const heightTolerance = 0.5;

/** The ids of the expanded widgets, the last one expanded last. */
const expanded = new Set(cookie(cookieName).split(",").filter(Boolean));

/** Notices when a frame or its card changes its size: with the width of the page, the size of text, new content. */
const resizing = new ResizeObserver(measureSoon);

/** @type {WeakSet<Element>} */
const watched = new WeakSet();

let isMeasuring = false;

/** Measures once before the next frame is drawn; what that changes must not be observed in the same frame. */
function measureSoon() {
    if (isMeasuring) return;
    isMeasuring = true;
    requestAnimationFrame(() => {
        isMeasuring = false;
        updateExpansion();
    });
}

/** Shows each widget expanded or not, what its button does, and where its cards are cut off. */
export function updateExpansion() {
    for (const widget of findAll(".widget")) {
        for (const frame of findAll(".frame", widget)) {
            watch(frame);
            watch(cardIn(frame));
        }
        findAll(".note, .age, .cause, .mistakes", widget).forEach(watch);
        drawExpansion(widget);
    }
    packCards();
}

/** @param {Element} element */
function watch(element) {
    if (watched.has(element)) return;
    watched.add(element);
    resizing.observe(element);
}

/**
 * The card of a frame, which may be higher than the frame.
 *
 * @param {HTMLElement} frame
 */
function cardIn(frame) {
    return frame.firstElementChild ?? frame;
}

/** @param {HTMLElement} widget */
function drawExpansion(widget) {
    const button = find(".more", widget);
    if (!button) {
        // There is room for the larger card, which shows at once.
        widget.toggleAttribute("data-expanded", find(".full", widget) !== null);
        return;
    }
    const frame = find(".only > .frame", widget);
    // A card without a larger one is its own larger one if it does not fit. A card that does not show has no size.
    const canExpand = frame === null || (frame.checkVisibility() ? isTooHigh(frame) : !button.hidden);
    const isExpanded = canExpand && expanded.has(widget.dataset.widget ?? "");
    widget.toggleAttribute("data-expanded", isExpanded);
    button.hidden = !canExpand;
    button.setAttribute("aria-expanded", String(isExpanded));
    button.setAttribute("aria-label", isExpanded ? texts.showLess : texts.showMore);
    findAll(".frame", widget).forEach(drawFrame);
}

/**
 * Tells whether a card is higher than its frame is when the widget is not expanded.
 *
 * @param {HTMLElement} frame
 */
function isTooHigh(frame) {
    const limit = parseFloat(getComputedStyle(frame).getPropertyValue("--limit"));
    return cardIn(frame).getBoundingClientRect().height > limit + heightTolerance;
}

/**
 * Leaves out the rows of a card that do not fit its frame; the card behind Show More can be scrolled then. A card of one
 * row, and one that is scrolled, fades out.
 *
 * @param {HTMLElement} frame
 */
function drawFrame(frame) {
    if (!frame.checkVisibility()) return;
    const card = cardIn(frame).getBoundingClientRect();
    const end = frame.getBoundingClientRect().bottom + heightTolerance;
    const overflows = card.height > frame.getBoundingClientRect().height + heightTolerance;
    const isWhole = leaveOutRows(frame, end, overflows && !frame.matches(".full > *"));
    frame.toggleAttribute("data-overflows", overflows);
    frame.toggleAttribute("data-faded", overflows && !isWhole && card.bottom > end);
    if (overflows && frame.matches(".full > *")) {
        frame.tabIndex = 0;
        frame.setAttribute("role", "group");
        frame.setAttribute("aria-label", find(".name", requiredAncestor(frame, ".widget"))?.textContent ?? "");
    } else {
        for (const name of ["tabindex", "role", "aria-label"]) frame.removeAttribute(name);
    }
}

/**
 * Hides the rows of a card that are not above the end of its frame.
 *
 * @param {HTMLElement} frame
 * @param {number} end
 * @param {boolean} isCut - whether there may be such rows
 * @returns {boolean} whether the rows that remain are whole
 */
function leaveOutRows(frame, end, isCut) {
    const rows = findAll(".ac-card > .ac-element", frame);
    const [first] = rows;
    const leavesOut = isCut && first !== undefined && first.getBoundingClientRect().bottom <= end;
    for (const row of rows) {
        row.toggleAttribute("data-cut", leavesOut && row.getBoundingClientRect().bottom > end);
    }
    // A heading goes with the row below it.
    const last = rows.filter((row) => !row.hasAttribute("data-cut")).at(-1);
    if (leavesOut && last?.matches("[role=heading]")) last.toggleAttribute("data-cut", true);
    return leavesOut;
}

/** @param {HTMLElement} button */
export function toggleExpansion(button) {
    const widget = requiredAncestor(button, ".widget");
    const id = widget.dataset.widget ?? "";
    const cards = required(".cards", widget);
    const before = cards.getBoundingClientRect().height;
    for (const animation of cards.getAnimations()) animation.cancel();
    if (!expanded.delete(id)) expanded.add(id);
    setCookie(cookieName, [...expanded].slice(-cookieLimit).join(","));
    drawExpansion(widget);
    packCards();
    animateHeight(cards, before, durationOfTurn(button));
}

/**
 * How long the caret of a button turns, in milliseconds: 0 if the person wants no motion.
 *
 * @param {HTMLElement} button
 */
function durationOfTurn(button) {
    return parseFloat(getComputedStyle(button, "::before").transitionDuration) * 1000;
}

/**
 * Lets an element grow or shrink from a height to the one that it has now.
 *
 * @param {HTMLElement} element
 * @param {number} before - in pixels
 * @param {number} duration - in milliseconds
 */
function animateHeight(element, before, duration) {
    const after = element.getBoundingClientRect().height;
    if (duration === 0 || before === after) return;
    const frames = { height: [`${before}px`, `${after}px`], overflow: ["clip", "clip"] };
    element.animate(frames, { duration, easing: "ease" });
}

/**
 * Shows all of a card while the keyboard is at a control that was cut off.
 *
 * @param {FocusEvent} event
 */
function revealFocus({ target }) {
    if (!(target instanceof HTMLElement) || !target.matches(":focus-visible")) return;
    /** @type {HTMLElement | null} */
    const frame = target.closest(".place:not(.full) > .frame[data-overflows]");
    if (!frame) return;
    const control = target.getBoundingClientRect();
    const box = frame.getBoundingClientRect();
    // What begins above the frame's end and covers the card is not cut off: the card's own action.
    if (control.bottom <= box.bottom || control.top <= box.top) return;
    frame.toggleAttribute("data-revealed", true);
    drawFrame(frame);
}

/** @param {FocusEvent} event */
function hideRevealed({ target, relatedTarget }) {
    if (!(target instanceof HTMLElement)) return;
    /** @type {HTMLElement | null} */
    const frame = target.closest(".frame[data-revealed]");
    if (!frame || (relatedTarget instanceof Node && frame.contains(relatedTarget))) return;
    frame.removeAttribute("data-revealed");
    drawFrame(frame);
}

/** Follows the keyboard and the scrolling of cards that do not fit. */
export function watchOverflow() {
    document.addEventListener("focusin", revealFocus);
    document.addEventListener("focusout", hideRevealed);
    const options = { capture: true, passive: true };
    document.addEventListener("scroll", ({ target }) => {
        if (target instanceof HTMLElement && target.matches(".frame")) drawFrame(target);
    }, options);
}
