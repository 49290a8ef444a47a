// What the page says: a line that people see, and a live region that screen readers read aloud.

import { required } from "./dom.js";

const status = required("#status");
const announcer = required("#announcer");

/** @type {ReturnType<typeof setTimeout> | undefined} */
let statusTimer;

/** @type {string[]} */
let announcements = [];

/**
 * Shows one line at the bottom of the page.
 *
 * @param {string} text - an empty text removes the line
 * @param {number} [seconds] - how long it stays; 0 until something else is said
 */
export function say(text, seconds = 6) {
    status.textContent = text;
    clearTimeout(statusTimer);
    if (seconds) {
        statusTimer = setTimeout(() => { status.textContent = ""; }, seconds * 1000);
    }
}

/**
 * Removes the line if it still says a certain text.
 *
 * @param {string} text
 */
export function stopSaying(text) {
    if (status.textContent === text) say("", 0);
}

/**
 * Has a text read aloud, together with what is announced within the next 60 ms.
 *
 * @param {string} text
 */
export function announce(text) {
    if (announcements.push(text) > 1) return;
    // A screen reader reads a live region when its text changes, so the same text twice needs an empty one between.
    announcer.textContent = "";
    setTimeout(() => {
        announcer.textContent = announcements.join(". ");
        announcements = [];
    }, 60);
}
