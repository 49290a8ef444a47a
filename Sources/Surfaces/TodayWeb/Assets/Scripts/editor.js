// Editing the screen: adding, removing and moving widgets.

import { findAll, requiredAncestor } from "./dom.js";
import { announce, say } from "./status.js";
import { texts } from "./texts.js";

/**
 * The row that the person is dragging.
 *
 * @type {HTMLElement | null}
 */
let draggedRow = null;

export function isDragging() {
    return draggedRow !== null;
}

/** The ids of the chosen widgets, in the order that the editor shows. */
function shownOrder() {
    return findAll("#chosen .row").map((row) => row.dataset.id ?? "");
}

/**
 * @param {string[]} widgets - the ids of all chosen widgets
 * @param {string} change - what changed, to be announced
 */
async function saveOrder(widgets, change) {
    const answer = await fetch("/api/screen", {
        method: "PUT",
        body: JSON.stringify({ widgets }),
        headers: { "Content-Type": "application/json" },
    }).catch(() => null);
    if (answer?.ok) {
        announce(change);
    } else {
        say(texts.notSaved);
    }
}

/**
 * Adds, removes or moves the widget of a row, by one of the row's buttons.
 *
 * @param {HTMLElement} button
 */
export function editRow(button) {
    const { id = "", name = "", next = "" } = requiredAncestor(button, ".row").dataset;
    const order = shownOrder();
    if (button.matches(".remove")) {
        saveOrder(order.filter((other) => other !== id), texts.removed(name));
    } else if (button.matches(".add")) {
        saveOrder([...order, id], texts.added(name));
    } else if (button.matches(".again")) {
        order.splice(order.indexOf(id) + 1, 0, next);
        saveOrder(order, texts.addedAgain(name));
    } else {
        const index = order.indexOf(id);
        const target = index + (button.matches(".up") ? -1 : 1);
        if (target < 0 || target >= order.length) return;
        order.splice(index, 1);
        order.splice(target, 0, id);
        saveOrder(order, texts.moved(name, target + 1, order.length));
    }
}

/**
 * Starts to drag a row if the pointer is at its grip.
 *
 * @param {PointerEvent} event
 */
export function startDragging(event) {
    const target = event.target instanceof Element ? event.target : null;
    /** @type {HTMLElement | null | undefined} */
    const grip = target?.closest(".grip");
    /** @type {HTMLElement | null | undefined} */
    const row = grip?.closest(".row");
    if (!grip || !row || event.button) return;
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    drag(row, grip, event.clientY);
}

/**
 * Moves a row with the pointer until the grip loses it. Near an edge of the window the page scrolls.
 *
 * The row keeps its place in the document, and the others move around it: a grip that is moved loses the pointer.
 *
 * @param {HTMLElement} row
 * @param {HTMLElement} grip
 * @param {number} startY - of the pointer in the window
 */
function drag(row, grip, startY) {
    const orderBefore = shownOrder().join();
    let pointerY = startY;
    // Where the pointer would be on the page if the row stood at its place in the list.
    let originY = startY + scrollY;
    draggedRow = row;
    row.classList.add("lifted");

    const follow = () => {
        let step = stepTowards(row, pointerY + scrollY - originY);
        while (step !== 0) {
            originY += step;
            step = stepTowards(row, pointerY + scrollY - originY);
        }
        // Beyond the ends of the list there is nothing to exchange it with.
        const least = row.previousElementSibling ? -Infinity : -overshoot;
        const most = row.nextElementSibling ? Infinity : overshoot;
        const offset = Math.min(most, Math.max(least, pointerY + scrollY - originY));
        row.style.transform = `translateY(${offset}px)`;
    };

    /** @param {PointerEvent} event */
    const move = (event) => {
        pointerY = event.clientY;
        follow();
    };

    let frame = requestAnimationFrame(function scroll() {
        const distance = scrollDistance(pointerY);
        if (distance !== 0) {
            scrollBy(0, distance);
            follow();
        }
        frame = requestAnimationFrame(scroll);
    });

    const drop = () => {
        grip.removeEventListener("pointermove", move);
        cancelAnimationFrame(frame);
        row.style.transform = "";
        row.classList.remove("lifted");
        draggedRow = null;
        const order = shownOrder();
        if (order.join() === orderBefore) return;
        const { id = "", name = "" } = row.dataset;
        saveOrder(order, texts.moved(name, order.indexOf(id) + 1, order.length));
    };

    grip.addEventListener("pointermove", move);
    grip.addEventListener("lostpointercapture", drop, { once: true });
}

/** By how many pixels a row can be dragged beyond the ends of the list. */
const overshoot = 16;

/** How near to an edge of the window the pointer scrolls the page, in pixels. */
const scrollZone = 72;

/**
 * Returns by how many pixels the page scrolls in a frame: the more, the nearer the pointer is to an edge.
 *
 * @param {number} pointerY - in the window
 */
function scrollDistance(pointerY) {
    const above = scrollZone - pointerY;
    const below = pointerY - (innerHeight - scrollZone);
    if (above > 0) return -Math.ceil(Math.min(above, scrollZone) / 6);
    return below > 0 ? Math.ceil(Math.min(below, scrollZone) / 6) : 0;
}

/**
 * Exchanges a row with its neighbour if it was dragged over half of it.
 *
 * @param {HTMLElement} row
 * @param {number} offset - how far the row was dragged from its place in the list, in pixels
 * @returns {number} by how many pixels that place moved
 */
function stepTowards(row, offset) {
    const previous = /** @type {HTMLElement | null} */ (row.previousElementSibling);
    const next = /** @type {HTMLElement | null} */ (row.nextElementSibling);
    const previousHeight = previous?.offsetHeight ?? 0;
    const nextHeight = next?.offsetHeight ?? 0;
    if (previous && offset < -previousHeight / 2) {
        row.after(previous);
        return -previousHeight;
    }
    if (next && offset > nextHeight / 2) {
        row.before(next);
        return nextHeight;
    }
    return 0;
}
