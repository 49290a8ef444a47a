// Editing the screen: adding, removing, moving and resizing widgets.

import { find, findAll, requiredAncestor } from "./dom.js";
import { dragInGrid } from "./grid.js";
import { request } from "./requests.js";
import { openSheet } from "./sheet.js";
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
    const { error, message } = await request("PUT", "screen", { widgets });
    if (error === "notAllowed") {
        say(message ?? texts.notSaved);
    } else if (error) {
        say(texts.notSaved);
    } else {
        announce(change);
    }
}

/**
 * Adds, removes or moves the widget of a row, by one of the row's buttons.
 *
 * @param {HTMLElement} button
 */
export function editRow(button) {
    const row = requiredAncestor(button, ".row");
    const { id = "", name = "", next = "" } = row.dataset;
    const order = shownOrder();
    if (button.matches(".remove")) {
        const remove = () => saveOrder(order.filter((other) => other !== id), texts.removed(name));
        // The configuration of a further instance goes with it; that of the first one stays.
        const losesConfiguration = id.includes(":") && find(".also a", row) !== null;
        if (losesConfiguration) {
            const title = texts.remove(name);
            openSheet({ title, about: texts.whatRemovingLoses, destructive: true, confirmed: remove });
        } else {
            remove();
        }
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
    const orderBefore = shownOrder().join();
    draggedRow = row;
    dragInGrid(row, grip, event, () => {
        draggedRow = null;
        const order = shownOrder();
        if (order.join() === orderBefore) return;
        const { id = "", name = "" } = row.dataset;
        saveOrder(order, texts.moved(name, order.indexOf(id) + 1, order.length));
    });
}

/**
 * Gives the widget of a row the size that the person chose.
 *
 * @param {HTMLInputElement} choice
 */
export async function resizeWidget(choice) {
    const row = requiredAncestor(choice, ".row");
    const { id = "", name = "" } = row.dataset;
    const { error, message } = await request("PUT", `widgets/${encodeURIComponent(id)}/size`, { size: choice.value });
    if (error) {
        const choices = /** @type {HTMLInputElement[]} */ (findAll("[data-size]", row));
        for (const each of choices) each.checked = each.defaultChecked;
        say(message ?? texts.notSaved);
    } else {
        announce(texts.resized(name, choice.labels?.[0]?.textContent ?? ""));
    }
}
