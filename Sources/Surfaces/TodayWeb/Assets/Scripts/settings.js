// What apps may do: the Settings page, and the question on every page.

import { find, parse, requiredAncestor, setBusy } from "./dom.js";
import { redraw } from "./redraw.js";
import { request } from "./requests.js";
import { say } from "./status.js";

/** Draws a page of Settings again, as the server writes it now; does nothing on other pages. */
export async function drawSettings() {
    if (!find("#settings")) return;
    const page = await fetch(location.pathname + location.search)
        .then((answer) => answer.ok ? answer.text() : "")
        .catch(() => "");
    const newer = find("#settings", parse(page));
    const shown = find("#settings");
    if (newer && shown) redraw(shown, newer.outerHTML);
}

/**
 * Saves what an app may do.
 *
 * @param {string} app
 * @param {string | undefined} authorization - `authorized` or `denied`
 * @param {string[]} allowed - of `alert`, `sound` and `badge`
 */
function savePermission(app, authorization, allowed) {
    return request("PUT", `settings/notifications/${encodeURIComponent(app)}`, { authorization, allowed });
}

/**
 * Saves the permissions of an app after one of its switches was changed.
 *
 * @param {HTMLInputElement} changedSwitch
 */
export async function savePermissions(changedSwitch) {
    const section = requiredAncestor(changedSwitch, "[data-app]");
    /** @param {string} name */
    const isOn = (name) => {
        /** @type {HTMLInputElement | null} */
        const box = find(`[data-permission=${name}]`, section);
        return box?.checked ?? false;
    };
    const authorization = isOn("authorized") ? "authorized" : "denied";
    const allowed = ["alert", "sound", "badge"].filter(isOn);
    const { error, message } = await savePermission(section.dataset.app ?? "", authorization, allowed);
    if (error) {
        changedSwitch.checked = !changedSwitch.checked;
        say(message ?? "");
    } else {
        drawSettings();
    }
}

/**
 * Answers the question whether an app may notify.
 *
 * @param {HTMLButtonElement} button
 */
export async function answerQuestion(button) {
    const { app = "", wanted = "" } = requiredAncestor(button, "[data-app]").dataset;
    setBusy(button, true);
    const { error, message } = await savePermission(app, button.dataset.permit, wanted.split(" ").filter(Boolean));
    setBusy(button, false);
    if (error) say(message ?? "");
}
