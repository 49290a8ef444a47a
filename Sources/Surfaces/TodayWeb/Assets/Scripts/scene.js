// A page of an app: drawing it again, and where its cursor goes first.

import { find, required } from "./dom.js";
import { drawBody } from "./message-body.js";
import { scene, setPageTitle } from "./page.js";
import { drawPrimary } from "./primary.js";
import { redraw } from "./redraw.js";
import { load } from "./requests.js";
import { addRules } from "./rules.js";

/**
 * The input that the focus was last given to.
 *
 * @type {string | undefined}
 */
let focusedInput;

/** Draws the page of the app as it is now; does nothing if the host cannot be reached. */
export async function drawScene() {
    if (!scene) return;
    drawPrimary();
    const answer = await load(`/app/card?url=${encodeURIComponent(scene)}`);
    if (!answer?.ok) return;
    const page = await answer.json();
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
