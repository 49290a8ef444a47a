// Editing the screen in its place: adding, removing, moving and resizing widgets.

import { find, findAll, required, requiredAncestor } from "./dom.js";
import { dragInGrid, moveTo } from "./grid.js";
import { leaveFor } from "./layers.js";
import { glide } from "./motion.js";
import { packCards } from "./packing.js";
import { request } from "./requests.js";
import { openSheet } from "./sheet.js";
import { announce, say } from "./status.js";
import { texts } from "./texts.js";
import { offerUndoHere } from "./undo.js";

const families = ["small", "medium", "large", "wide"];

/**
 * The widget that the person is dragging.
 *
 * @type {HTMLElement | null}
 */
let dragged = null;

/**
 * The order that is to be sent to the host, with what to announce then, and how that can be undone.
 *
 * @type {{ widgets: string[], change: string, undo?: () => void } | null}
 */
let unsaved = null;

let isSaving = false;

/**
 * What is drawn when nothing is dragged and the order is saved.
 *
 * @type {(() => void)[]}
 */
const held = [];

/**
 * Draws what the host sent, as soon as the person does not drag a widget and the host has their order.
 *
 * @param {() => void} draw
 */
export function whenSettled(draw) {
    held.push(draw);
    drawHeld();
}

function drawHeld() {
    if (!dragged && !isSaving) for (const draw of held.splice(0)) draw();
}

/** @param {HTMLElement} widget */
function nameOfWidget(widget) {
    return find(".name", widget)?.textContent ?? "";
}

/** The widgets that show, in their order. */
function shownWidgets() {
    return findAll("#widgets > .widget");
}

/** The ids of the chosen widgets; those that were just removed may show still. */
function chosenWidgets() {
    return (required("#widgets").dataset.chosen ?? "").split(" ").filter(Boolean);
}

/** The ids of all chosen widgets; those that do not show keep their places among the others. */
function order() {
    const chosen = chosenWidgets();
    const ids = shownWidgets().map((widget) => widget.dataset.widget ?? "").filter((id) => chosen.includes(id));
    let index = 0;
    return chosen.map((id) => ids.includes(id) ? ids[index++] : id);
}

/**
 * Saves an order, after the one that is being saved.
 *
 * @param {string[]} widgets - the ids of all chosen widgets
 * @param {string} change - what changed, to be announced
 * @param {() => void} [undo] - what is offered then
 */
async function saveOrder(widgets, change, undo) {
    let saved = chosenWidgets();
    required("#widgets").dataset.chosen = widgets.join(" ");
    unsaved = { widgets, change, undo };
    if (isSaving) return;
    isSaving = true;
    while (unsaved) {
        const { widgets: sent, change: made, undo: offered } = unsaved;
        unsaved = null;
        const { error, message } = await request("PUT", "screen", { widgets: sent });
        if (error) {
            unsaved = null;
            putBack(saved);
            say(error === "notAllowed" ? message ?? texts.notSaved : texts.notSaved);
        } else {
            saved = sent;
            if (offered) offerUndoHere(made, offered); else announce(made);
        }
    }
    isSaving = false;
    drawHeld();
}

/**
 * Puts the cards back into an order that could not be changed.
 *
 * @param {string[]} ids
 */
function putBack(ids) {
    const grid = required("#widgets");
    const cards = shownWidgets();
    const end = cards.at(-1)?.nextSibling ?? null;
    grid.dataset.chosen = ids.join(" ");
    glide(() => {
        for (const id of ids) {
            const card = cards.find((each) => each.dataset.widget === id);
            if (card) grid.insertBefore(card, end);
        }
        packCards();
    });
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
    const place = order().indexOf(id);
    /** @param {() => void} [undo] */
    const remove = (undo) => saveOrder(order().filter((other) => other !== id), texts.removed(name), undo);
    // The configuration of a further instance goes with it; that of the first one stays.
    if (id.includes(":") && find("[data-configure]", row)) {
        const confirmed = () => remove();
        openSheet({ title: texts.remove(name), about: texts.whatRemovingLoses, destructive: true, confirmed });
    } else {
        remove(() => {
            const ids = order().filter((other) => other !== id);
            ids.splice(place, 0, id);
            saveOrder(ids, texts.added(name));
        });
    }
}

/** @param {HTMLElement} button */
export function addWidget(button) {
    const { id = "", name = "" } = requiredAncestor(button, ".row").dataset;
    saveOrder([...order(), id], texts.added(name));
}

/**
 * Adds another instance of a widget behind it, and opens its configuration, in which it is to differ.
 *
 * @param {HTMLElement} widget
 * @param {string} next - its id
 */
export async function addAgain(widget, next) {
    const ids = order();
    ids.splice(ids.indexOf(widget.dataset.widget ?? "") + 1, 0, next);
    await saveOrder(ids, texts.addedAgain(nameOfWidget(widget)));
    const isSaved = !isSaving && chosenWidgets().includes(next);
    if (isSaved) leaveFor(`/widgets/${encodeURIComponent(next)}/configuration`);
}

/**
 * The widget beside another; `null` at an end.
 *
 * @param {HTMLElement} widget
 * @param {number} direction - 1 for later, -1 for earlier
 */
export function neighbour(widget, direction) {
    const next = direction > 0 ? widget.nextElementSibling : widget.previousElementSibling;
    return next?.matches(".widget") ? next : null;
}

/**
 * Moves a widget by a place.
 *
 * @param {HTMLElement} widget
 * @param {number} direction - 1 for later, -1 for earlier
 */
export function moveWidget(widget, direction) {
    const next = neighbour(widget, direction);
    if (!next) return;
    glide(() => {
        moveTo(widget, next);
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
    const tools = target?.closest(".edit-tools");
    const isGrip = target?.closest(".grip") !== null;
    if (!tools || event.button || (!isGrip && (event.pointerType === "touch" || target !== tools))) return;
    event.preventDefault();
    const widget = requiredAncestor(tools, ".widget");
    tools.setPointerCapture(event.pointerId);
    const before = order().join();
    dragged = widget;
    dragInGrid(widget, tools, event, () => {
        dragged = null;
        if (order().join() === before) drawHeld(); else saveOrderAfterMove(widget);
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
