// Editing the screen: adding, removing and moving widgets.

import { findAll, requiredAncestor } from "./dom.js";
import { announce, say } from "./status.js";

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
        say("That could not be saved. Is Today running?");
    }
}

/**
 * Adds, removes or moves the widget of a row, by one of the row's buttons.
 *
 * @param {HTMLElement} button
 */
export function editRow(button) {
    const { id = "", name, next = "" } = requiredAncestor(button, ".row").dataset;
    const order = shownOrder();
    if (button.matches(".remove")) {
        saveOrder(order.filter((other) => other !== id), `${name} removed`);
    } else if (button.matches(".add")) {
        saveOrder([...order, id], `${name} added`);
    } else if (button.matches(".again")) {
        order.splice(order.indexOf(id) + 1, 0, next);
        saveOrder(order, `Another ${name} added`);
    } else {
        const index = order.indexOf(id);
        const target = index + (button.matches(".up") ? -1 : 1);
        if (target < 0 || target >= order.length) return;
        order.splice(index, 1);
        order.splice(target, 0, id);
        saveOrder(order, `${name}, ${target + 1} of ${order.length}`);
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
 * Moves a row with the pointer until the grip loses it.
 *
 * @param {HTMLElement} row
 * @param {HTMLElement} grip
 * @param {number} startY
 */
function drag(row, grip, startY) {
    const orderBefore = shownOrder().join();
    // Where the pointer would be if the row stood at its place in the list.
    let originY = startY;
    draggedRow = row;
    row.classList.add("lifted");

    /** @param {PointerEvent} event */
    const move = (event) => {
        let step = stepTowards(row, event.clientY - originY);
        while (step !== 0) {
            originY += step;
            step = stepTowards(row, event.clientY - originY);
        }
        row.style.transform = `translateY(${event.clientY - originY}px)`;
    };

    const drop = () => {
        grip.removeEventListener("pointermove", move);
        row.style.transform = "";
        row.classList.remove("lifted");
        draggedRow = null;
        const order = shownOrder();
        if (order.join() === orderBefore) return;
        const { id = "", name } = row.dataset;
        saveOrder(order, `${name}, ${order.indexOf(id) + 1} of ${order.length}`);
    };

    grip.addEventListener("pointermove", move);
    grip.addEventListener("lostpointercapture", drop, { once: true });
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
        previous.before(row);
        return -previousHeight;
    }
    if (next && offset > nextHeight / 2) {
        next.after(row);
        return nextHeight;
    }
    return 0;
}
