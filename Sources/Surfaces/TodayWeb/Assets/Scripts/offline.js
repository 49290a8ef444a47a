// What the page does with the service worker, and how it looks while the worker shows it without the host.

import { main } from "./page.js";

/** When the worker is registered: after everything that the person waits for. In milliseconds. */
const registrationDelay = 3000;

/** Whether the screen is one that the worker kept, and the host has not been reached since. */
export function isKept() {
    return main.dataset.kept !== undefined;
}

/** Registers the service worker. */
export function startOffline() {
    // Only pages that the browser holds for secure have workers.
    if (!("serviceWorker" in navigator)) return;
    setTimeout(() => navigator.serviceWorker.register("/worker.js").catch(() => {}), registrationDelay);
}

/** Takes note of the host being reached: what was kept is brought up to date by the stream, and its ages are hidden. */
export function noteConnection() {
    delete main.dataset.kept;
}
