// Taps: each has one id and is sent until the host answers it, also by a page that is loaded later.
//
// A tap is sent at once. If the host cannot be reached, the tap waits in the browser's database, and so do those that
// come after it, since they must arrive in their order.

import "./tap-store.js";
import { drawPending } from "./pending.js";
import { retryDelay, sleep } from "./requests.js";
import { say, stopSaying } from "./status.js";
import { texts } from "./texts.js";
import { drawWaiting } from "./waiting.js";

/**
 * @typedef {object} Tap
 * @property {string} id - the host performs a tap once, however often it is sent
 * @property {import("./wire.js").TapTarget} target
 * @property {unknown} data
 * @property {Record<string, string>} [inputs]
 * @property {string} [verb]
 */

/**
 * What a tap led to: one of the four, or none if another page had the answer.
 *
 * @typedef {object} TapOutcome
 * @property {{ open?: string, opening?: string, undo?: import("./undo.js").UndoOffer, text?: string, message?: string }}
 *     [done]
 * @property {{ errors: Record<string, string> }} [invalidInputs] - an error message for each input
 * @property {{ reason: string }} [failed]
 * @property {boolean} [withdrawn] - by the person, on this page
 */

/**
 * @typedef {object} Entry
 * @property {Tap} tap
 * @property {string} label - what the person pressed
 * @property {boolean} waits - whether the host could not be reached, now or when an earlier tap was sent
 * @property {Promise<number | null>} order - its key in the database; `null` if it could not be stored
 * @property {boolean} isStored
 * @property {((outcome: TapOutcome) => void)[]} listeners
 */

/** After how many attempts the page says that it still tries. */
const patience = 2;

/**
 * The taps without an answer, in the order in which they were made.
 *
 * @type {Map<string, Entry>}
 */
const unanswered = new Map();

/** Tells other pages and the service worker that a tap began to wait, or waits no longer. */
const channel = new BroadcastChannel(tapStore.channelName);

let isSendingWaiting = false;

/** Returns a random id. Browsers have `randomUUID` only on pages that they consider secure. */
export function newTapID() {
    if (crypto.randomUUID) return crypto.randomUUID();
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Sends a tap until the host answers it.
 *
 * @param {Tap} tap
 * @param {string} [label] - what the person pressed, for the list of taps that wait
 * @returns {Promise<TapOutcome>}
 */
export function sendTap(tap, label = "") {
    return new Promise((resolve) => {
        const known = unanswered.get(tap.id);
        if (known) {
            known.listeners.push(resolve);
            return;
        }
        const mustWait = [...unanswered.values()].some((each) => each.waits);
        const entry = add(tap, label, tapStore.add({ tap: { ...tap }, label, since: Date.now() }).catch(() => null));
        entry.listeners.push(resolve);
        if (mustWait) {
            wait(entry);
        } else {
            sendNow(entry);
        }
    });
}

/**
 * @param {Tap} tap
 * @param {string} label
 * @param {Promise<number | null>} order
 * @returns {Entry}
 */
function add(tap, label, order) {
    /** @type {Entry} */
    const entry = { tap, label, waits: false, order, isStored: false, listeners: [] };
    order.then((key) => { entry.isStored = key !== null; });
    unanswered.set(tap.id, entry);
    return entry;
}

/** @param {Entry} entry */
async function sendNow(entry) {
    const outcome = await trySending(entry.tap);
    if (outcome) {
        settle(entry, outcome);
    } else {
        wait(entry);
    }
}

/** @param {Entry} entry */
function wait(entry) {
    entry.waits = true;
    entry.order.then(() => channel.postMessage("changed"));
    showPending();
    sendWaiting();
}

/** Shows on the page which of its actions wait. */
function showPending() {
    drawPending([...unanswered.values()].filter((each) => each.waits).map(({ tap }) => tap));
}

/** Sends the taps that wait, one after the other, until none is left. */
async function sendWaiting() {
    if (isSendingWaiting) return;
    isSendingWaiting = true;
    let attempt = 0;
    for (let entry = firstWaiting(); entry; entry = firstWaiting()) {
        const { tap } = entry;
        const outcome = await alone(() => (unanswered.has(tap.id) ? trySending(tap) : Promise.resolve({})));
        if (outcome) {
            settle(entry, outcome);
            attempt = 0;
            continue;
        }
        if (attempt === patience) say(texts.stillTrying, 0);
        if (attempt >= patience) showWaiting();
        await reachable(retryDelay(attempt));
        attempt += 1;
    }
    isSendingWaiting = false;
    stopSayingStillTrying();
    drawWaiting([]);
}

function firstWaiting() {
    return [...unanswered.values()].find((each) => each.waits);
}

/**
 * Returns after some time, or as soon as the browser is online again.
 *
 * @param {number} milliseconds
 */
function reachable(milliseconds) {
    return Promise.race([
        sleep(milliseconds),
        new Promise((resolve) => addEventListener("online", resolve, { once: true })),
    ]);
}

/**
 * Does something while no other page and no worker sends taps that wait.
 *
 * @template T
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
async function alone(act) {
    // Only pages that the browser holds for secure have locks.
    return navigator.locks ? navigator.locks.request(tapStore.lockName, act) : act();
}

/** Shows what waits, and asks the browser to send it also when no page is open, where it can. */
function showWaiting() {
    drawWaiting([...unanswered.values()].filter((each) => each.waits).map(({ tap, label }) => ({ id: tap.id, label })));
    navigator.serviceWorker?.getRegistration()
        .then((registration) => registration?.sync?.register(tapStore.syncTag))
        .catch(() => {});
}

/**
 * Withdraws a tap that waits.
 *
 * @param {HTMLElement} button
 */
export function withdrawTap(button) {
    const entry = unanswered.get(button.dataset.withdraw ?? "");
    if (!entry) return;
    settle(entry, { withdrawn: true });
    showWaiting();
}

/**
 * @param {Entry} entry
 * @param {TapOutcome} outcome
 */
function settle(entry, outcome) {
    if (!unanswered.delete(entry.tap.id)) return;
    if (entry.waits) showPending();
    entry.order.then(async (key) => {
        if (key !== null) await tapStore.remove(key).catch(() => {});
        if (entry.waits) channel.postMessage("changed");
    });
    for (const listener of entry.listeners) listener(outcome);
}

/**
 * @param {Tap} tap
 * @returns {Promise<TapOutcome | null>} `null` if the tap must be sent again
 */
async function trySending(tap) {
    try {
        const answer = await fetch("/api/taps", {
            method: "POST",
            body: JSON.stringify(tap),
            headers: { "Content-Type": "application/json" },
        });
        if (answer.status === 401) location.reload();
        if (!tapStore.isAnswer(answer)) return null;
        const body = await answer.json();
        return answer.ok ? body : { failed: { reason: body.message } };
    } catch {
        // The request or its answer was lost, and nobody can tell which.
        return null;
    }
}

/** Removes the notice that a tap takes long. */
export function stopSayingStillTrying() {
    stopSaying(texts.stillTrying);
}

/**
 * Sends the taps again that pages before this one left without an answer, and follows what other pages do with theirs.
 */
export async function resendTaps() {
    channel.addEventListener("message", readStored);
    await readStored();
}

async function readStored() {
    const stored = await tapStore.all().catch(() => []);
    const ids = new Set(stored.map(({ tap }) => tap.id));
    for (const entry of [...unanswered.values()]) {
        if (entry.waits && entry.isStored && !ids.has(entry.tap.id)) settle(entry, {});
    }
    for (const { tap, label, order } of stored) {
        if (unanswered.has(tap.id)) continue;
        add(/** @type {Tap} */ (/** @type {unknown} */ (tap)), label, Promise.resolve(order)).waits = true;
    }
    if (!firstWaiting()) return;
    showPending();
    sendWaiting();
}
