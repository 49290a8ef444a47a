// Taps: each has one id and is sent until the host answers it, also by a page that is loaded later in the same tab.

import { retryDelay, sleep } from "./requests.js";
import { say, stopSaying } from "./status.js";
import { texts } from "./texts.js";

/**
 * @typedef {object} Tap
 * @property {string} id - the host performs a tap once, however often it is sent
 * @property {import("./wire.js").TapTarget} target
 * @property {unknown} data
 * @property {Record<string, string>} [inputs]
 * @property {string} [verb]
 */

/**
 * What a tap led to: one of the three, or none if the page is about to be loaded again.
 *
 * @typedef {object} TapOutcome
 * @property {{ open?: string, undo?: import("./undo.js").UndoOffer }} [done]
 * @property {{ errors: Record<string, string> }} [invalidInputs] - an error message for each input
 * @property {{ reason: string }} [failed]
 */

const storageKey = "taps";

/** @type {Map<string, Tap>} */
const unanswered = new Map(Object.entries(JSON.parse(sessionStorage.getItem(storageKey) ?? "{}")));

function saveUnanswered() {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(unanswered)));
}

/** Returns a random id. Browsers have `randomUUID` only on pages that they hold for secure. */
export function newTapID() {
    if (crypto.randomUUID) return crypto.randomUUID();
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Sends a tap until the host answers it.
 *
 * @param {Tap} tap
 * @returns {Promise<TapOutcome>}
 */
export async function sendTap(tap) {
    unanswered.set(tap.id, tap);
    saveUnanswered();
    for (let attempt = 0; ; attempt++) {
        const outcome = await trySending(tap);
        if (outcome) return outcome;
        if (attempt === 2) say(texts.stillTrying, 0);
        await sleep(retryDelay(attempt));
    }
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
        if (answer.status === 401) {
            location.reload();
            return {};
        }
        // 502 says that the app failed, which is an answer; other errors of the server may pass.
        if (answer.status >= 500 && answer.status !== 502) return null;
        unanswered.delete(tap.id);
        saveUnanswered();
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

/** Sends the taps again that the host has not answered yet. */
export function resendTaps() {
    for (const tap of unanswered.values()) sendTap(tap);
}
