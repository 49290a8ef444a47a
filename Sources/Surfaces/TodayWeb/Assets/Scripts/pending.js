// How a row or a button looks whose tap waits until the host can be reached: as good as done, and said to wait.

import { find, findAll } from "./dom.js";
import { scene } from "./page.js";
import { texts } from "./texts.js";
import { sceneTarget, widgetTarget } from "./wire.js";

const hintID = "pending-hint";

/**
 * The actions that wait, as `actionKey` writes them.
 *
 * @type {Set<string>}
 */
let waiting = new Set();

/**
 * Returns the address of the app's page that a button is on: of two pages beside each other the one around it.
 *
 * @param {HTMLElement} button
 * @returns {string | undefined}
 */
export function sceneOf(button) {
    /** @type {HTMLElement | null} */
    const place = button.closest("[data-scene]");
    return place?.dataset.scene ?? scene;
}

/**
 * Returns what the action of a button is sent to.
 *
 * @param {HTMLElement} button
 */
export function targetOf(button) {
    /** @type {HTMLElement | null} */
    const widget = button.closest(".widget");
    return widget ? widgetTarget(widget.dataset.widget ?? "") : sceneTarget(sceneOf(button) ?? "");
}

/**
 * @param {unknown} target
 * @param {unknown} data
 * @param {string} [verb]
 */
function actionKey(target, data, verb) {
    return JSON.stringify([target, data, verb ?? null]);
}

/**
 * Shows which actions wait, instead of those that did before.
 *
 * @param {import("./taps.js").Tap[]} taps
 */
export function drawPending(taps) {
    waiting = new Set(taps.map(({ target, data, verb }) => actionKey(target, data, verb)));
    updatePending();
}

/** Shows which actions wait, on buttons that may be new. */
export function updatePending() {
    const marked = findAll("[data-pending]");
    if (waiting.size === 0 && marked.length === 0) return;
    addHint();
    for (const button of findAll("button[data-action]:not([data-action=toggle])")) {
        const { payload, verb } = button.dataset;
        const isPending = waiting.has(actionKey(targetOf(button), JSON.parse(payload || "{}"), verb));
        if (isPending === (button.dataset.pending !== undefined)) continue;
        button.toggleAttribute("data-pending", isPending);
        if (isPending) {
            button.setAttribute("aria-describedby", hintID);
        } else {
            button.removeAttribute("aria-describedby");
        }
    }
}

/** Adds what a screen reader says of such a button. */
function addHint() {
    if (find(`#${hintID}`)) return;
    const hint = document.createElement("p");
    hint.id = hintID;
    hint.hidden = true;
    hint.textContent = texts.waitsForConnection;
    document.body.append(hint);
}
