// What the page does with the service worker, and how it looks while the worker shows it without the host.

import { hideAges, showAges } from "./ages.js";
import { main } from "./page.js";

/** When the worker is registered: after everything that the person waits for. In milliseconds. */
const registrationDelay = 3000;
/** How long the host may take to answer before a kept screen shows its age, in milliseconds. */
const answerTime = 1000;

/** Whether the screen is one that the worker kept, and the host has not been reached since. */
export function isKept() {
    return main.dataset.kept !== undefined;
}

/** Registers the service worker, and says how old the widgets of a kept screen are unless the host answers soon. */
export function startOffline() {
    if (isKept()) setTimeout(showKeptAges, answerTime);
    // Only pages that the browser holds for secure have workers.
    if (!("serviceWorker" in navigator)) return;
    setTimeout(() => navigator.serviceWorker.register("/worker.js").catch(() => {}), registrationDelay);
}

function showKeptAges() {
    if (isKept()) showAges();
}

/** Takes note of the host being reached: what was kept is brought up to date by the stream. */
export function noteConnection() {
    if (!isKept()) return;
    delete main.dataset.kept;
    hideAges();
}
