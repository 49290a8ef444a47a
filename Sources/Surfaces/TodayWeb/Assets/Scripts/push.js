// Notifications on this device while its pages are closed: the switch in Settings, and a test that shows each hop.

import { find, required, setBusy } from "./dom.js";
import { request } from "./requests.js";
import { drawSettings } from "./settings.js";
import { say } from "./status.js";
import { texts } from "./texts.js";

/** The channel on which the service worker says that a test has arrived. */
const channelName = "today-push-test";
/** How long a test may take from the push service to this device, in milliseconds. */
const arrivalTime = 60_000;

/**
 * Where this browser is subscribed, and the key of the host.
 *
 * @typedef {object} PushState
 * @property {string} key - the host's public key, in base64url
 * @property {string | null} endpoint - `null` if this browser is not subscribed
 */

/**
 * What became of a test.
 *
 * @typedef {object} PushTest
 * @property {string} id
 * @property {string} service - the host of the push service
 * @property {number} bytes
 * @property {boolean} isAccepted
 * @property {boolean} isGone
 * @property {string} answer
 */

/** Whether this browser can have notifications while the page is closed. */
const isAvailable = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Shows the switch in Settings where the browser can have notifications, and subscribes anew what has lost its session. */
export async function showPushes() {
    const section = find("#pushes");
    if (!section) return;
    section.hidden = !isAvailable;
    required("#no-pushes").hidden = isAvailable || !/iPhone|iPad|Macintosh/.test(navigator.userAgent);
    if (!isAvailable || Notification.permission !== "granted") return;
    const registration = await navigator.serviceWorker.getRegistration();
    const subscription = await registration?.pushManager.getSubscription();
    /** @type {HTMLInputElement} */
    const box = required("[data-push=subscribe]", section);
    if (subscription && !box.checked) await subscribe().catch(() => {});
}

/** Removes notifications of the system that were settled while this browser was told nothing, as some allow no such message. */
export async function removeSettled() {
    const registration = isAvailable ? await navigator.serviceWorker.getRegistration() : undefined;
    for (const notification of await registration?.getNotifications() ?? []) {
        const { id } = notification.data ?? {};
        const answer = id && await fetch(`/api/notifications/delivered/${id}`).catch(() => null);
        if (answer && answer.status === 404) notification.close();
    }
}

/** Removes from the system what it shows of the person who signs out: notifications, and the number on the app's icon. */
export async function removeFromSystem() {
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const notification of await registration?.getNotifications() ?? []) notification.close();
    await navigator.setAppBadge?.(0).catch(() => {});
}

/**
 * Subscribes this browser, or ends that, after the switch was changed.
 *
 * @param {HTMLInputElement} changedSwitch
 */
export async function savePushes(changedSwitch) {
    const isOn = changedSwitch.checked;
    changedSwitch.disabled = true;
    const { error, message } = isOn ? await beginPushes() : await endPushes();
    changedSwitch.disabled = false;
    if (error) {
        changedSwitch.checked = !isOn;
        say(message ?? "");
    } else {
        find(".hops")?.replaceChildren();
        await drawSettings();
    }
}

/** @returns {Promise<import("./requests.js").Answer<{}>>} */
async function beginPushes() {
    // The browser asks the person, who has pressed the switch just now.
    if (await Notification.requestPermission() !== "granted") return { error: "push", message: texts.pushDenied };
    try {
        return await subscribe();
    } catch {
        return { error: "push", message: texts.pushUnavailable };
    }
}

/**
 * Subscribes this browser with the key of the host, and tells the host.
 *
 * @returns {Promise<import("./requests.js").Answer<{}>>}
 */
async function subscribe() {
    /** @type {import("./requests.js").Answer<PushState>} */
    const { key, error, message } = await request("GET", "push-subscription");
    if (!key) return { error, message };
    await navigator.serviceWorker.register("/worker.js");
    const { pushManager } = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: key };
    const subscription = await pushManager.subscribe(options).catch(async () => {
        // It is subscribed with another key, such as that of the host before it was restored.
        await (await pushManager.getSubscription())?.unsubscribe();
        return pushManager.subscribe(options);
    });
    return request("PUT", "push-subscription", subscription.toJSON());
}

/** @returns {Promise<import("./requests.js").Answer<{}>>} */
async function endPushes() {
    const answer = await request("DELETE", "push-subscription");
    if (answer.error) return answer;
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
    return answer;
}

/**
 * Sends a test to this device, and shows each hop of it.
 *
 * @param {HTMLButtonElement} button
 */
export async function sendPushTest(button) {
    const hops = required(".hops");
    hops.replaceChildren();
    setBusy(button, true);
    const arrivals = new BroadcastChannel(channelName);
    /** @type {Set<string>} */
    const arrived = new Set();
    let note = () => {};
    arrivals.onmessage = ({ data }) => {
        arrived.add(data);
        note();
    };
    /** @type {import("./requests.js").Answer<PushTest>} */
    const test = await request("POST", "push-subscription/test");
    if (test.error || !test.id) {
        addHop(hops, false, test.message ?? texts.unreachable);
    } else {
        const id = test.id;
        addHop(hops, true, texts.pushStored);
        addHop(hops, true, texts.pushEncrypted(test.bytes ?? 0));
        addHop(hops, true, texts.pushSent(test.service ?? ""));
        if (!test.isAccepted) {
            addHop(hops, false, test.isGone ? texts.pushGone : texts.pushRefused(test.answer ?? ""));
        } else {
            addHop(hops, true, texts.pushAccepted);
            const isThere = await new Promise((resolve) => {
                const timer = setTimeout(() => resolve(false), arrivalTime);
                note = () => {
                    if (!arrived.has(id)) return;
                    clearTimeout(timer);
                    resolve(true);
                };
                note();
            });
            addHop(hops, isThere, isThere ? texts.pushArrived : texts.pushMissing);
        }
    }
    arrivals.close();
    setBusy(button, false);
}

/**
 * @param {HTMLElement} hops
 * @param {boolean} isDone
 * @param {string} text
 */
function addHop(hops, isDone, text) {
    const hop = document.createElement("li");
    hop.className = isDone ? "done" : "failed";
    hop.textContent = text;
    hops.append(hop);
}
