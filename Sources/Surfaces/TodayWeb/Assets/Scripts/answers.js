// What the person does with notifications: answering, dismissing, clearing, and settling answers that failed.

import { requiredAncestor, setBusy } from "./dom.js";
import { openURL } from "./navigation.js";
import { hostUnreachable, request, retryDelay, sleep } from "./requests.js";
import { announce, say } from "./status.js";
import { texts } from "./texts.js";
import { allNotifications, notificationsOfApp, oneNotification } from "./wire.js";

/**
 * An answer to a notification.
 *
 * @typedef {object} NotificationAnswer
 * @property {number} id - of the notification
 * @property {string} [app]
 * @property {string} [action]
 * @property {string} [text]
 */

/**
 * What the host did with an answer.
 *
 * @typedef {object} AnswerOutcome
 * @property {{}} done
 * @property {{ url: string, opening?: string }} open
 * @property {{}} gone
 * @property {{ reason: string }} failed
 */

const mostAttempts = 4;

/**
 * When a button that asked for a second press takes it.
 *
 * @type {ReturnType<typeof setTimeout> | undefined}
 */
let readyTimer;

/** The ids of the notifications whose answers are on their way. */
const sending = new Set();

/** @param {number} id */
export function isSendingAnswer(id) {
    return sending.has(id);
}

/**
 * Sends an answer, again if the host cannot be reached; the host takes the first one that arrives alone.
 *
 * @param {NotificationAnswer} answer
 * @param {string} [passcode]
 */
export async function sendAnswer({ id, app, action, text }, passcode) {
    const body = { notification: id, action, text, passcode, waits: false };
    const post = () => {
        /** @type {Promise<import("./requests.js").Answer<AnswerOutcome>>} */
        const outcome = request("POST", "notifications/answer", body);
        return outcome;
    };
    sending.add(id);
    let outcome = await post();
    let attempts = 1;
    while (outcome.error === hostUnreachable && attempts < mostAttempts) {
        await sleep(retryDelay(attempts - 1));
        outcome = await post();
        attempts += 1;
    }
    sending.delete(id);
    // If the host's reply to an earlier attempt was lost, the notification is most likely gone because of this answer.
    if (outcome.gone && attempts === 1) {
        say(texts.goneElsewhere);
    } else if (outcome.failed) {
        say(outcome.failed.reason);
    } else if (outcome.open) {
        openURL(outcome.open.url, { ...outcome.open, app });
    }
    return outcome;
}

/**
 * Sends a request for a button, which is busy meanwhile; says so if it fails.
 *
 * @param {HTMLElement} button
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function sendFor(button, method, path, body) {
    setBusy(button, true);
    const { error, message } = await request(method, path, body);
    setBusy(button, false);
    if (error) say(message ?? "");
}

/**
 * Dismisses the notification around a button.
 *
 * @param {HTMLElement} button
 */
export function dismissNotification(button) {
    /** @type {HTMLElement} */
    const notification = requiredAncestor(button, "[data-id]");
    sendFor(button, "POST", "notifications/dismiss", oneNotification(Number(notification.dataset.id)));
}

/**
 * Asks the person to press a button a second time, until the focus leaves it. A double click is one press: what comes
 * within half a second is ignored.
 *
 * @param {HTMLElement} button
 * @returns {boolean} whether this was the second time
 */
function confirmedByPressing(button) {
    if (button.dataset.armed !== undefined) return button.dataset.armed === "ready";
    button.dataset.armed = "soon";
    button.focus();
    button.addEventListener("blur", () => { delete button.dataset.armed; }, { once: true });
    // Escape may have ended an earlier question, whose half second must not end this one's.
    clearTimeout(readyTimer);
    readyTimer = setTimeout(() => { if (button.dataset.armed) button.dataset.armed = "ready"; }, 500);
    announce(texts.pressAgainToClear);
    return false;
}

/**
 * Clears the notifications of an app, or all; asks the person to press the button a second time.
 *
 * @param {HTMLElement} button
 */
export function clearNotifications(button) {
    if (!confirmedByPressing(button)) return;
    /** @type {HTMLElement | null} */
    const group = button.closest("[data-group]");
    const app = group?.dataset.group;
    sendFor(button, "POST", "notifications/dismiss", app ? notificationsOfApp(app) : allNotifications);
}

/**
 * Sends an answer that failed again, or deletes it.
 *
 * @param {HTMLElement} button
 */
export function settleFailure(button) {
    const response = requiredAncestor(button, ".failure").dataset.response ?? "";
    const path = `responses/${encodeURIComponent(response)}`;
    if (button.dataset.failure === "retry") {
        sendFor(button, "POST", `${path}/retry`);
    } else {
        sendFor(button, "DELETE", path);
    }
}
