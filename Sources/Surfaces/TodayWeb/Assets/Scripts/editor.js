// Editing the screen in its place: adding, removing, moving and resizing widgets.

import { find, findAll, required, requiredAncestor } from "./dom.js";
import { dragInGrid, moveTo } from "./grid.js";
import { glide } from "./motion.js";
import { packCards } from "./packing.js";
import { request } from "./requests.js";
import { openSheet } from "./sheet.js";
import { announce, say } from "./status.js";
import { texts } from "./texts.js";

const families = ["small", "medium", "large"];

/**
 * The widget that the person is dragging.
 *
 * @type {HTMLElement | null}
 */
let dragged = null;

export function isDragging() {
    return dragged !== null;
}

/** @param {HTMLElement} widget */
function nameOfWidget(widget) {
    return find(".name", widget)?.textContent ?? "";
}

/** The widgets that show, in their order. */
function shownWidgets() {
    return findAll("#widgets > .widget");
}

/** The ids of all chosen widgets; those that do not show keep their places among the others. */
function order() {
    const ids = shownWidgets().map((widget) => widget.dataset.widget ?? "");
    const chosen = (required("#widgets").dataset.chosen ?? "").split(" ").filter(Boolean);
    let index = 0;
    return chosen.map((id) => ids.includes(id) ? ids[index++] : id);
}

/**
 * @param {string[]} widgets - the ids of all chosen widgets
 * @param {string} change - what changed, to be announced
 */
async function saveOrder(widgets, change) {
    const grid = required("#widgets");
    const { error, message } = await request("PUT", "screen", { widgets });
    if (error) {
        say(error === "notAllowed" ? message ?? texts.notSaved : texts.notSaved);
    } else {
        grid.dataset.chosen = widgets.join(" ");
        announce(change);
    }
}

/** @param {HTMLElement} widget */
function saveOrderAfterMove(widget) {
    const widgets = shownWidgets();
    saveOrder(order(), texts.moved(nameOfWidget(widget), widgets.indexOf(widget) + 1, widgets.length));
}

/** @param {HTMLElement} button - in a widget or in a row of what can be set up or is hidden */
export function removeWidget(button) {
    const row = requiredAncestor(button, ".widget,.row");
    const { id = row.dataset.widget ?? "", name = nameOfWidget(row) } = row.dataset;
    const remove = () => saveOrder(order().filter((other) => other !== id), texts.removed(name));
    // The configuration of a further instance goes with it; that of the first one stays.
    if (id.includes(":") && find("[data-configure]", row)) {
        openSheet({ title: texts.remove(name), about: texts.whatRemovingLoses, destructive: true, confirmed: remove });
    } else {
        remove();
    }
}

/** @param {HTMLElement} button */
export function addWidget(button) {
    const { id = "", name = "" } = requiredAncestor(button, ".row").dataset;
    saveOrder([...order(), id], texts.added(name));
}

/**
 * Adds another instance of a widget behind it.
 *
 * @param {HTMLElement} widget
 * @param {string} next - its id
 */
export function addAgain(widget, next) {
    const ids = order();
    ids.splice(ids.indexOf(widget.dataset.widget ?? "") + 1, 0, next);
    saveOrder(ids, texts.addedAgain(nameOfWidget(widget)));
}

/**
 * Moves a widget by a place.
 *
 * @param {HTMLElement} widget
 * @param {number} direction - 1 for later, -1 for earlier
 */
export function moveWidget(widget, direction) {
    const neighbour = direction > 0 ? widget.nextElementSibling : widget.previousElementSibling;
    if (!neighbour?.matches(".widget")) return;
    glide(() => {
        moveTo(widget, neighbour);
        packCards();
    });
    widget.scrollIntoView({ block: "nearest" });
    saveOrderAfterMove(widget);
}

/**
 * Moves the widget of a grip that an arrow key is pressed at.
 *
 * @param {KeyboardEvent} event
 * @param {HTMLElement} grip
 */
export function moveWithKey(event, grip) {
    const isLeftToRight = getComputedStyle(grip).direction === "ltr";
    const right = isLeftToRight ? 1 : -1;
    const direction = { ArrowDown: 1, ArrowUp: -1, ArrowRight: right, ArrowLeft: -right }[event.key];
    if (!direction) return;
    event.preventDefault();
    moveWidget(requiredAncestor(grip, ".widget"), direction);
}

/**
 * Starts to drag a widget: with a mouse or a pen anywhere on it, with a finger at its grip.
 *
 * @param {PointerEvent} event
 */
export function startDragging(event) {
    const target = event.target instanceof Element ? event.target : null;
    /** @type {HTMLElement | null | undefined} */
    const tools = target?.closest(".tools");
    const isGrip = target?.closest(".grip") !== null;
    if (!tools || event.button || (!isGrip && (event.pointerType === "touch" || target !== tools))) return;
    event.preventDefault();
    const widget = requiredAncestor(tools, ".widget");
    tools.setPointerCapture(event.pointerId);
    const before = order().join();
    dragged = widget;
    dragInGrid(widget, tools, event, () => {
        dragged = null;
        if (order().join() !== before) saveOrderAfterMove(widget);
    });
}

/**
 * Shows a widget in a size, without saving it.
 *
 * @param {HTMLElement} widget
 * @param {string} size
 */
export function showSize(widget, size) {
    if (widget.classList.contains(size)) return;
    glide(() => {
        widget.classList.remove(...families);
        widget.classList.add(size);
        packCards();
    });
}

/**
 * Gives a widget the size that the person chose.
 *
 * @param {HTMLElement} widget
 * @param {string} size
 * @param {string} title - of the size
 */
export async function resizeWidget(widget, size, title) {
    const { widget: id = "", family: former } = widget.dataset;
    widget.dataset.family = size;
    const { error, message } = await request("PUT", `widgets/${encodeURIComponent(id)}/size`, { size });
    if (error) {
        widget.dataset.family = former;
        showSize(widget, former ?? "");
        say(message ?? texts.notSaved);
    } else {
        announce(texts.resized(nameOfWidget(widget), title));
    }
}
