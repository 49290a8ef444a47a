// Draws a part of the page again, and keeps the keyboard focus where the person is.

import { updateShownAges } from "./ages.js";
import { tick } from "./clock.js";
import { updateAges } from "./dates.js";
import { find, findAll, focusable, parse, required, root } from "./dom.js";
import { updateEditing } from "./edit-mode.js";
import { updateExpansion } from "./expansion.js";
import { morph } from "./morph.js";
import { updatePending } from "./pending.js";

/** Writes what the script alone knows into markup of the server. */
export function updateControls() {
    updateAppearance();
    updateEditing();
    updateExpansion();
    updateShownAges();
    updateAges();
    updatePending();
}

/** Gives the page the accent color and the density that its screen has now. */
function updateAppearance() {
    const screen = find("#screen");
    if (!screen) return;
    for (const name of ["accent", "density"]) {
        const value = screen.dataset[name];
        if (value) root.dataset[name] = value; else delete root.dataset[name];
    }
}

/**
 * Changes an element into its newer markup; does nothing if the markup holds no element.
 *
 * @param {HTMLElement} element
 * @param {string} html
 */
export function redraw(element, html) {
    const newer = parse(html).firstElementChild;
    if (!newer) return;
    const restoreFocus = rememberFocus(element);
    morph(element, newer);
    updateEditing();
    restoreFocus();
    updateControls();
    if (find("#clock", element)) tick();
}

/**
 * Notes where the focus is before an element is drawn again.
 *
 * @param {HTMLElement} element
 * @returns {() => void} puts the focus back, or close to where it was
 */
function rememberFocus(element) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const row = /** @type {HTMLElement | null | undefined} */ (focused?.closest(".row"))?.dataset.id;
    const notification = focused?.closest(".item");
    const notificationIndex = notification ? findAll(".item").indexOf(/** @type {HTMLElement} */ (notification)) : -1;
    const reachable = () => findAll(focusable, element).filter((each) => each.checkVisibility() && !each.closest("[inert]"));
    const index = focused ? reachable().indexOf(focused) : -1;

    return () => {
        if (!focused) return;
        const isGone = !focused.isConnected;
        // A notification that is gone hands the focus to the one that took its place.
        if (notificationIndex >= 0 && isGone) focusNotification(notificationIndex);
        if (row && (isGone || /** @type {HTMLButtonElement} */ (focused).disabled)) {
            // A row that moved to an end, was added or was removed has lost the button that was pressed.
            focusRow(row);
        } else if (!isGone && focused !== document.activeElement && focused !== document.body) {
            focused.focus({ preventScroll: true });
        } else if (index >= 0 && document.activeElement === document.body) {
            // Anything else that is gone hands the focus to what stands in its place; where nothing is left, to what
            // says so.
            const controls = reachable();
            /** @type {HTMLElement | null} */
            const empty = find(".empty h2[tabindex]", element);
            /** @type {HTMLElement | null} */
            const heading = find("h2[tabindex]", element);
            /** @type {HTMLElement | null} */
            const next = empty ?? controls[index] ?? controls.at(-1) ?? heading ?? find(".tabs [aria-current],.back");
            next?.focus({ preventScroll: true });
        }
    };
}

/** @param {number} index */
function focusNotification(index) {
    const notifications = findAll(".item summary");
    /** @type {HTMLElement | null} */
    const next = notifications[index] ?? notifications.at(-1) ?? find("#list h2");
    next?.focus();
}

/** @param {string} id */
function focusRow(id) {
    const button = find(`.row[data-id="${CSS.escape(id)}"] button:not([disabled])`);
    /** @type {HTMLElement} */
    const target = button ?? required(".edit-button");
    target.focus({ preventScroll: true });
}
