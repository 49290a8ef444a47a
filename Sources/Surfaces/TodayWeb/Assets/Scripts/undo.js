// The offer to undo what a tap did: a line with a button, also on the page that the tap has opened.

import { find, root } from "./dom.js";
import { announce } from "./status.js";
import { texts } from "./texts.js";

/**
 * @typedef {object} UndoOffer
 * @property {string} message - what was done
 * @property {unknown} data - of the action that undoes it
 * @property {string} [verb]
 * @property {number} seconds - how long the offer stays at least
 */

/** @typedef {{ tap: import("./taps.js").Tap, message: string, until: number }} StoredOffer */

const offerKey = "undo";
/** How long an offer stays on a page that is new, and how often it is asked whether the person is still there. */
const shortest = 8000;
const again = 1000;
/** For how long the person can keep an offer, less than an app keeps what it needs. */
const longest = 90_000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {(() => void) | undefined} - undoes what this page did without a tap */
let undoHere;

/**
 * Shows an offer, and keeps it for the next page of this tab.
 *
 * @param {import("./taps.js").Tap} tap - what was done
 * @param {UndoOffer} offer
 */
export function offerUndo(tap, { message, data, verb, seconds }) {
    // The id follows from that of the first tap: pressed on two pages, the button has one effect.
    /** @type {import("./taps.js").Tap} */
    const undo = { id: `${tap.id}.undo`, target: tap.target, data };
    if (verb) undo.verb = verb;
    const until = Date.now() + seconds * 1000;
    sessionStorage.setItem(offerKey, JSON.stringify({ tap: undo, message, until }));
    show(message, seconds * 1000);
}

/**
 * Shows an offer to undo what this page did without a tap.
 *
 * @param {string} message - what was done
 * @param {() => void} undo
 */
export function offerUndoHere(message, undo) {
    sessionStorage.removeItem(offerKey);
    show(message, shortest, undo);
}

/** Shows the offer that a page before this one has left. */
export function showStoredOffer() {
    const offer = stored();
    const rest = offer ? offer.until - Date.now() : 0;
    if (offer && rest > 0) {
        show(offer.message, Math.max(rest, shortest));
    } else {
        hide();
    }
}

/**
 * Takes the offer away, and undoes what needs no tap.
 *
 * @returns {import("./taps.js").Tap | undefined} the tap that undoes what was done
 */
export function takeOffer() {
    const tap = stored()?.tap;
    const undo = undoHere;
    hide();
    undo?.();
    return tap;
}

/** @returns {StoredOffer | null} */
function stored() {
    return JSON.parse(sessionStorage.getItem(offerKey) ?? "null");
}

/**
 * @param {string} message
 * @param {number} milliseconds
 * @param {() => void} [undo] - if it is not the stored tap that undoes it
 */
function show(message, milliseconds, undo) {
    undoHere = undo;
    find("#undo")?.remove();
    const line = document.createElement("div");
    line.id = "undo";
    line.className = "status";
    line.setAttribute("role", "group");
    line.setAttribute("aria-label", texts.undo);
    const text = document.createElement("span");
    text.textContent = message;
    text.dir = "auto";
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.undo = "";
    button.textContent = texts.undo;
    button.setAttribute("aria-keyshortcuts", "Control+Z");
    line.append(text, button);
    document.body.append(line);
    announce(`${message} ${texts.undoHint}`);
    clearTimeout(timer);
    timer = setTimeout(() => hideUnlessInUse(Date.now() + longest), milliseconds);
}

/**
 * Removes the offer when its time is over, but not while the person points at it or has the focus in it.
 *
 * @param {number} end - when it is removed in any case
 */
function hideUnlessInUse(end) {
    if (Date.now() < end && find("#undo:hover,#undo:focus-within")) {
        timer = setTimeout(hideUnlessInUse, again, end);
    } else {
        hide();
    }
}

function hide() {
    clearTimeout(timer);
    undoHere = undefined;
    sessionStorage.removeItem(offerKey);
    const line = find("#undo");
    const hadFocus = line?.matches(":focus-within");
    line?.remove();
    // The keyboard goes on at the content instead of at the beginning of the page.
    if (hadFocus) find("main a[href],main button", root)?.focus({ preventScroll: true });
}
