// How old a widget is and when it is updated next: a long press or F9 shows it, Escape hides it.

import { find, findAll } from "./dom.js";
import { announce } from "./status.js";
import { texts } from "./texts.js";

/** How long a press must last to be a long one, in milliseconds. */
const longPress = 500;

/** How far a pointer may move during a long press, in pixels. */
const pressTolerance = 10;

/**
 * The ids of the elements of the widgets whose age shows.
 *
 * @type {Set<string>}
 */
const shown = new Set();

/**
 * The press that may become a long one.
 *
 * @type {{ x: number, y: number, timer: number } | null}
 */
let press = null;

/** Whether the last press was a long one, so that its end is no click. */
let wasLong = false;

/** Shows each widget's age or not, as it was before the widget was drawn again. */
export function updateShownAges() {
    for (const widget of findAll(".widget")) {
        const line = find(".age", widget);
        if (line) line.hidden = !shown.has(widget.id);
    }
}

/**
 * Shows the age of a widget, or of all; hides it if it shows.
 *
 * @param {HTMLElement | null} widget - `null` for all widgets
 */
export function toggleAges(widget) {
    const widgets = widget ? [widget] : findAll(".widget");
    const hides = widgets.every((each) => shown.has(each.id));
    for (const each of widgets) {
        if (hides) {
            shown.delete(each.id);
        } else {
            shown.add(each.id);
        }
    }
    updateShownAges();
    if (hides) return;
    for (const each of widgets) {
        const name = find(".name", each)?.textContent ?? "";
        const age = find(".age", each)?.textContent ?? texts.notUpdatedYet;
        announce(`${name}: ${age}`);
    }
}

/** Hides every age; returns whether one showed. */
export function hideAges() {
    const isShown = shown.size > 0;
    shown.clear();
    updateShownAges();
    return isShown;
}

/**
 * Begins what may become a long press on a widget.
 *
 * @param {PointerEvent} event
 */
export function startPress(event) {
    cancelPress();
    wasLong = false;
    const target = event.target instanceof Element ? event.target : null;
    /** @type {HTMLElement | null | undefined} */
    const widget = target?.closest(".widget");
    if (!widget || !event.isPrimary || event.button || target?.closest(".edit-tools")) return;
    const timer = window.setTimeout(() => {
        press = null;
        wasLong = true;
        toggleAges(widget);
    }, longPress);
    press = { x: event.clientX, y: event.clientY, timer };
}

/**
 * Cancels the press if the pointer leaves its place.
 *
 * @param {PointerEvent} event
 */
export function movePress(event) {
    if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > pressTolerance) cancelPress();
}

export function cancelPress() {
    if (press) clearTimeout(press.timer);
    press = null;
}

/**
 * Keeps the end of a long press from being a click, which would open or perform something.
 *
 * @param {Event} event
 */
export function swallowClick(event) {
    // A click of the keyboard is not the end of a press.
    if (!wasLong || !(event instanceof MouseEvent) || event.detail === 0) return;
    wasLong = false;
    event.preventDefault();
    event.stopImmediatePropagation();
}

/**
 * Keeps the browser from opening a menu for a long press of a finger.
 *
 * @param {Event} event
 */
export function preventMenu(event) {
    if (press || wasLong) event.preventDefault();
}
