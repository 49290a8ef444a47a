// Dates on the page: ages in words, the time zone, and midnight.

import { cookie, setCookie } from "./cookies.js";
import { findAll } from "./dom.js";
import { texts } from "./texts.js";

/**
 * Returns the age of a moment in words.
 *
 * @param {number} date - milliseconds since 1970
 */
function age(date) {
    const minutes = Math.max(0, Math.floor((Date.now() - date) / 60_000));
    const hours = Math.floor(minutes / 60);
    const days = Math.floor(hours / 24);
    if (minutes < 1) return texts.justNow;
    if (hours < 1) return texts.minutesAgo(minutes);
    if (days < 1) return texts.hoursAgo(hours);
    if (days < 2) return texts.yesterday;
    return texts.daysAgo(days);
}

/** Writes the present ages into the page. */
export function updateAges() {
    /** @type {HTMLTimeElement[]} */
    const times = findAll("time[data-ago]");
    for (const time of times) {
        time.textContent = age(Date.parse(time.dateTime));
    }
}

/**
 * Tells the server the browser's time zone, by a cookie.
 *
 * @param {string | undefined} drawnZone - the time zone that the page was drawn with, if it shows dates
 * @returns {boolean} `true` if the page was drawn with another time zone and must be loaded again
 */
export function updateTimeZone(drawnZone) {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone || cookie("today_zone") === zone) return false;
    setCookie("today_zone", zone);
    return Boolean(drawnZone) && drawnZone !== zone;
}

/** The day on which the page was drawn. */
let drawnDay = new Date().toDateString();

/** Notes that the page is drawn as of today. */
export function noteDay() {
    drawnDay = new Date().toDateString();
}

/** Whether the page shows another day than today. */
export function isOutdated() {
    return new Date().toDateString() !== drawnDay;
}

/**
 * Calls a function one second after the next midnight.
 *
 * @param {() => void} action
 */
export function atMidnight(action) {
    const now = new Date();
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    setTimeout(action, midnight.getTime() - now.getTime() + 1000);
}
