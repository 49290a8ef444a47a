// A page of an app: drawing it again, and where its cursor goes first.

import { find, required } from "./dom.js";
import { drawBody } from "./message-body.js";
import { scene, setPageTitle } from "./page.js";
import { drawPrimary } from "./primary.js";
import { redraw } from "./redraw.js";
import { load } from "./requests.js";
import { addRules } from "./rules.js";
import { say } from "./status.js";

/**
 * The input that the focus was last given to.
 *
 * @type {string | undefined}
 */
let focusedInput;

/** Whether the page says why it does not show what the app would show now. */
let isSceneOutdated = false;

/**
 * Shows what went wrong, on a page of an app in its own place; without a text, removes it from there.
 *
 * @param {string} [text]
 */
export function showProblem(text) {
    const place = find("dialog[open] .problem") ?? find("#problem");
    if (place) {
        place.textContent = text ?? "";
        place.hidden = !text;
        if (text) place.scrollIntoView({ block: "nearest" });
    } else if (text) {
        say(text);
    }
}

/**
 * Shows why the app does not answer, until its page is drawn again.
 *
 * @param {string} reason
 */
export function showFailure(reason) {
    showProblem(reason);
    isSceneOutdated = true;
}

/**
 * Draws the page of the app as it is now, or says why the app does not answer; does nothing if the host cannot be
 * reached.
 */
export async function drawScene() {
    if (!scene) return;
    drawPrimary();
    const answer = await load(`/app/card?url=${encodeURIComponent(scene)}`);
    if (!answer) return;
    const page = await answer.json().catch(() => ({}));
    if (!answer.ok) return showFailure(page.message);
    if (isSceneOutdated) showProblem();
    isSceneOutdated = false;
    addRules(page.rules);
    redraw(required("#card"), page.html);
    drawBody(page.body);
    required("#title").textContent = page.title;
    setPageTitle(page.title);
    focusFirstInput();
}

/**
 * Puts the focus where the app wants it, when that input is first shown; never away from where a person types.
 */
export function focusFirstInput() {
    /** @type {HTMLInputElement | null} */
    const control = find("#card [autofocus]");
    const name = control?.name;
    if (control && name !== focusedInput && !document.activeElement?.matches("input,textarea,select")) control.focus();
    focusedInput = name;
}
