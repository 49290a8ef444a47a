// The alert: a notification in the middle of every page, which stays until it is answered or dismissed. If several wait,
// the newest one shows.

import { find, parse, required } from "./dom.js";
import { redraw } from "./redraw.js";
import { isSheetOpen } from "./sheet.js";

const alertDialog = /** @type {HTMLDialogElement} */ (required("#alert"));

/**
 * The id of the notification that the dialog is open for.
 *
 * @type {string | undefined}
 */
let shownID;

/** The alert that waits until the person has finished the reply to the one that shows. */
let postponed = "";

/** How long the buttons of an alert that comes while one shows cannot be pressed, in milliseconds. */
const guardDuration = 500;

/** Opens the dialog for the alert that waits, and closes it when that is gone; it waits while the sheet is open. */
function updateAlert() {
    const id = find("[data-id]", alertDialog)?.dataset.id;
    if (alertDialog.open && id && id === shownID) return;
    if (alertDialog.open && id) guardButtons();
    alertDialog.close();
    shownID = undefined;
    if (!id || isSheetOpen()) return;
    shownID = id;
    alertDialog.showModal();
    // The dialog itself takes the focus, so that screen readers say what is new and no key presses a button.
    alertDialog.focus();
}

/** Keeps a press that was meant for one alert from the buttons of the next. */
function guardButtons() {
    const card = required("#alert-card");
    card.inert = true;
    setTimeout(() => { card.inert = false; }, guardDuration);
}

/**
 * Draws the alert that waits; while the person writes a reply, another alert is drawn only after that.
 *
 * @param {string} html
 */
export function drawAlert(html) {
    postponed = "";
    const isReplying = alertDialog.open && shownID && find(".reply:not([hidden])", alertDialog);
    if (isReplying && find("[data-id]", parse(html))?.dataset.id !== shownID) {
        postponed = html;
        return;
    }
    redraw(required("#alert-card"), html);
    updateAlert();
}

/**
 * Goes on to the alert that waited, if this one was answered or withdrawn.
 *
 * @param {(id: number) => boolean} isGone
 */
export function leaveAlert(isGone) {
    if (!shownID || !isGone(Number(shownID))) return;
    shownID = undefined;
    if (postponed) drawAlert(postponed);
}

/** Shows the alert that the page was loaded with, and keeps the browser from closing it. */
export function watchAlert() {
    alertDialog.addEventListener("cancel", (event) => event.preventDefault());
    alertDialog.addEventListener("close", updateAlert);
    required("#sheet").addEventListener("close", updateAlert);
    updateAlert();
}
