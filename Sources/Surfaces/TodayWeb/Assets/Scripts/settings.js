// What apps may do: the Settings page.

import { setCookie } from "./cookies.js";
import { find, findAll, parse, required, requiredAncestor, root } from "./dom.js";
import { redraw } from "./redraw.js";
import { request } from "./requests.js";
import { say } from "./status.js";
import { texts } from "./texts.js";

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
 * What an app may do, and how its notifications appear.
 *
 * @typedef {object} Permission
 * @property {string} [authorization] - `authorized` or `denied`
 * @property {string[]} allowed - of `alert`, `sound` and `badge`
 * @property {string} [alertStyle] - `none`, `banner` or `alert`; without it the style stays as it is
 * @property {boolean} [isQuiet]
 */

/**
 * Saves what an app may do.
 *
 * @param {string} app
 * @param {Permission} permission
 */
export function savePermission(app, permission) {
    return request("PUT", `settings/notifications/${encodeURIComponent(app)}`, permission);
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
    /** @type {HTMLInputElement | null} */
    const style = find("[data-permission=style]:checked", section);
    const permission = { authorization, allowed, alertStyle: style?.value, isQuiet: isOn("quiet") };
    const { error, message } = await savePermission(section.dataset.app ?? "", permission);
    if (error) {
        // The attribute says what the server wrote.
        const inputs = /** @type {HTMLInputElement[]} */ (findAll("[data-permission]", section));
        for (const input of inputs) input.checked = input.defaultChecked;
        say(message ?? "");
    } else {
        drawSettings();
    }
}

/**
 * Saves the quiet hours after one of their inputs was changed.
 *
 * @param {HTMLInputElement} input
 */
export async function saveQuietHours(input) {
    const section = required("#quiet-hours");
    /** @param {string} name */
    const named = (name) => /** @type {HTMLInputElement} */ (required(`[data-quiet=${name}]`, section));
    const [isOn, from, to] = ["isOn", "from", "to"].map(named);
    if (!from.value || !to.value || from.value === to.value) {
        if (from.value === to.value) say(texts.quietHoursEqual);
        return;
    }
    // While a time is being typed, its input is not drawn again.
    input.dataset.touched = "";
    input.addEventListener("blur", () => { delete input.dataset.touched; }, { once: true });
    const hours = { isOn: isOn.checked, from: from.value, to: to.value };
    const { error, message } = await request("PUT", "settings/quiet-hours", hours);
    if (error) {
        isOn.checked = isOn.defaultChecked;
        say(message ?? "");
    }
}

/**
 * Shows every page of this browser in a theme.
 *
 * @param {string} theme - `light`, `dark`, or empty for that of the system
 */
export function chooseTheme(theme) {
    setCookie("today_theme", theme);
    root.classList.remove("light", "dark");
    if (theme) root.classList.add(theme);
    find("meta[name=color-scheme]")?.setAttribute("content", theme || "dark light");
}

/** Gives all pages the accent color and the density that the person chose. */
export async function saveAppearance() {
    /** @param {string} name */
    const chosen = (name) => /** @type {HTMLInputElement} */ (required(`input[name=${name}]:checked`)).value;
    const appearance = { accent: chosen("accent"), density: chosen("density") };
    const former = { accent: root.dataset.accent, density: root.dataset.density };
    Object.assign(root.dataset, appearance);
    const { error, message } = await request("PUT", "settings/appearance", appearance);
    for (const input of /** @type {HTMLInputElement[]} */ (findAll("[data-appearance]"))) {
        if (error) input.checked = input.defaultChecked; else input.defaultChecked = input.checked;
    }
    if (!error) return;
    for (const [name, value] of Object.entries(former)) {
        if (value) root.dataset[name] = value; else delete root.dataset[name];
    }
    say(message ?? texts.notSaved);
}

/**
 * Shows every page of this browser with a language, units or a clock that the person chose.
 *
 * @param {HTMLSelectElement} select - its value is empty for what the browser asks for
 */
export function choosePreference(select) {
    setCookie(select.dataset.preference ?? "", select.value);
    location.reload();
}
