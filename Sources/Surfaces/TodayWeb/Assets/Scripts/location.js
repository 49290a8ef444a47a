// Where this browser is: the switch in Settings, and telling the host again on later visits.

import { setBusy } from "./dom.js";
import { main } from "./page.js";
import { request } from "./requests.js";
import { drawSettings } from "./settings.js";
import { say } from "./status.js";
import { texts } from "./texts.js";

/** How long the browser may take to find out where it is. */
const timeout = 30_000;

/**
 * Asks the browser where it is; the browser asks the person if need be.
 *
 * @returns {Promise<GeolocationPosition>}
 */
function locate() {
    return new Promise((resolve, reject) => {
        navigator.geolocation.getCurrentPosition(resolve, reject, { timeout, enableHighAccuracy: false });
    });
}

/**
 * Tells the host where this browser is.
 *
 * @param {GeolocationPosition} position
 * @param {boolean} begins - whether the person has switched it on just now
 */
function share({ coords }, begins) {
    const { latitude, longitude, accuracy } = coords;
    return request("PUT", "location/shared", { latitude, longitude, accuracy, begins });
}

/**
 * Begins or ends to share this browser's location after the switch was changed.
 *
 * @param {HTMLInputElement} changedSwitch
 */
export async function saveLocationSharing(changedSwitch) {
    const isOn = changedSwitch.checked;
    const { error, message } = isOn ? await beginSharing() : await request("DELETE", "location/shared");
    if (error) {
        changedSwitch.checked = !isOn;
        say(message ?? "");
    } else {
        drawSettings();
    }
}

/** @returns {Promise<import("./requests.js").Answer<{}>>} */
async function beginSharing() {
    try {
        return await share(await locate(), true);
    } catch (failure) {
        const isDenied = failure instanceof GeolocationPositionError && failure.code === failure.PERMISSION_DENIED;
        return { error: "location", message: isDenied ? texts.locationDenied : texts.locationUnknown };
    }
}

/**
 * Has the host forget where the person is.
 *
 * @param {HTMLButtonElement} button
 */
export async function forgetLocation(button) {
    setBusy(button, true);
    const { error, message } = await request("DELETE", "location");
    setBusy(button, false);
    if (error) {
        say(message ?? "");
    } else {
        await drawSettings();
        document.getElementById("share-location")?.focus();
    }
}

/**
 * Tells the host where this browser is if the person has it share that, an app may know it, and what the host knows is
 * old.
 *
 * The browser never asks the person for it: if it would have to, nothing happens.
 */
export async function renewLocation() {
    if (main.dataset.sharesLocation === undefined) return;
    const permission = await navigator.permissions.query({ name: "geolocation" });
    if (permission.state !== "granted") return;
    /** @type {import("./requests.js").Answer<{ isDue: boolean }>} */
    const { isDue } = await request("GET", "location");
    const position = isDue && await locate().catch(() => null);
    if (position) share(position, false);
}
