// The alert: a notification in the middle of every page, one at a time, which stays until it is answered or dismissed.

import { find, required } from "./dom.js";
import { redraw } from "./redraw.js";
import { isSheetOpen } from "./sheet.js";

const alertDialog = /** @type {HTMLDialogElement} */ (required("#alert"));

/**
 * The id of the notification that the dialog is open for.
 *
 * @type {string | undefined}
 */
let shownID;

/** Opens the dialog for the alert that waits, and closes it when that is gone; it waits while the sheet is open. */
function updateAlert() {
    const id = find("[data-id]", alertDialog)?.dataset.id;
    if (alertDialog.open && id === shownID) return;
    alertDialog.close();
    shownID = undefined;
    if (!id || isSheetOpen()) return;
    shownID = id;
    alertDialog.showModal();
    // The dialog itself takes the focus, so that screen readers say what is new and no key presses a button.
    alertDialog.focus();
}

/**
 * Draws the alert that waits.
 *
 * @param {string} html
 */
export function drawAlert(html) {
    redraw(required("#alert-card"), html);
    updateAlert();
}

/** Shows the alert that the page was loaded with, and keeps the browser from closing it. */
export function watchAlert() {
    alertDialog.addEventListener("cancel", (event) => event.preventDefault());
    alertDialog.addEventListener("close", updateAlert);
    required("#sheet").addEventListener("close", updateAlert);
    updateAlert();
}
