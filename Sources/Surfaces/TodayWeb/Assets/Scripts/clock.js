// The clock of the screen: it ticks at each minute of the person's own time, without asking the host.

import { find, required } from "./dom.js";

/** Writes the time, and again when the next minute begins. */
export function tick() {
    /** @type {HTMLTimeElement | null} */
    const clock = find("#clock");
    if (!clock) return;
    const now = new Date();
    const zone = required("main").dataset.zone;
    /** @type {Intl.DateTimeFormatOptions} */
    const options = { hour: "numeric", minute: "2-digit", timeZone: zone };
    const format = new Intl.DateTimeFormat(clock.lang || undefined, options);
    const parts = format.formatToParts(now).filter(({ type }) => type !== "dayPeriod");
    const text = parts.map(({ value }) => value).join("").trim();
    if (clock.textContent !== text) clock.textContent = text;
}

/** Keeps the clock going while the page is visible. */
export function startClock() {
    tick();
    if (!find("#clock")) return;
    const untilNextMinute = 60_000 - Date.now() % 60_000;
    setTimeout(startClock, untilNextMinute + 20);
}
