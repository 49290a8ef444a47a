// What cards do: actions that are sent to the app, elements that are shown and hidden, and pictures that do not load.

import { find, findAll, focusable, setBusy } from "./dom.js";
import { collectInputs, focusControl, setInputError, takeText, unmarkSent } from "./inputs.js";
import { forgetPage, openURL } from "./navigation.js";
import { main, pageTitle, scene } from "./page.js";
import { targetOf } from "./pending.js";
import { drawScene, showProblem } from "./scene.js";
import { newTapID, sendTap, stopSayingStillTrying } from "./taps.js";
import { continueUse } from "./text-actions.js";
import { offerUndo, takeOffer } from "./undo.js";

/**
 * How many taps of a button have no answer yet: several if a person types one text after the other.
 *
 * @type {WeakMap<HTMLButtonElement, number>}
 */
const answersAwaited = new WeakMap();

/**
 * Sends the action of a button to its app, with the inputs of its card if it takes any.
 *
 * @param {HTMLButtonElement} button
 */
export async function performAction(button) {
    const form = button.closest("form");
    /** @type {HTMLElement | null} */
    const widget = button.closest(".widget");
    const { inputs: takesInputs, payload, verb } = button.dataset;
    // Widgets have no inputs.
    const inputs = form && takesInputs !== "none" ? collectInputs(form) : undefined;
    if (inputs === null) return;
    /** @type {import("./taps.js").Tap} */
    const tap = {
        id: newTapID(),
        target: targetOf(button),
        data: JSON.parse(payload || "{}"),
        inputs,
    };
    if (verb) tap.verb = verb;
    // Asked before the tap is sent: the page may be drawn again before the answer, with another action in this place.
    // A page is done with if what it showed is deleted, or if the main button of its form is pressed.
    const isDone = button.matches(inputs ? ".ac-destructive,.ac-positive" : ".ac-destructive");

    showProblem();
    const putTextBack = form && inputs ? takeText(form, button) : () => {};
    countUnanswered(button, 1);
    const { done, failed, invalidInputs, withdrawn } = await sendTap(tap, labelOf(button, widget));
    countUnanswered(button, -1);
    stopSayingStillTrying();

    if (failed || invalidInputs || withdrawn) putTextBack();
    if (invalidInputs) {
        showInputErrors(form ?? document, invalidInputs.errors);
    } else if (failed) {
        showProblem(failed.reason);
    } else if (done) {
        if (form && inputs) unmarkSent(form, inputs);
        if (form?.id === "use-card") return continueUse(done);
        const app = main.dataset.app ?? widget?.dataset.app;
        if (done.undo) offerUndo(tap, done.undo);
        await finishAction(done, app, isDone);
    }
}

/**
 * Lets a button be busy until all of its taps are answered.
 *
 * @param {HTMLButtonElement} button
 * @param {number} change - of the number of taps without an answer
 */
function countUnanswered(button, change) {
    const count = (answersAwaited.get(button) ?? 0) + change;
    answersAwaited.set(button, count);
    setBusy(button, count > 0);
}

/** Closes the menu of a row when the person presses one of its actions or anything outside it. */
export function watchMenus() {
    document.addEventListener("click", ({ target }) => closeMenus(target));
    document.addEventListener("keydown", ({ key }) => key === "Escape" && closeMenus(null));
}

/** @param {EventTarget | null} target - what is pressed */
function closeMenus(target) {
    for (const menu of findAll("details.ac-more[open]")) {
        const summary = find("summary", menu);
        if (target instanceof Node && summary?.contains(target)) continue;
        // The keyboard stays where the menu was.
        if (menu.contains(document.activeElement)) summary?.focus();
        menu.removeAttribute("open");
    }
}

/**
 * Returns what a person pressed: the name of the widget or the page, and of the button.
 *
 * @param {HTMLButtonElement} button
 * @param {HTMLElement | null} widget
 */
function labelOf(button, widget) {
    const place = widget ? find(".name", widget)?.textContent : pageTitle();
    const name = button.getAttribute("aria-label") ?? button.textContent?.trim();
    return [place, name].filter(Boolean).join(": ");
}

/** Undoes what the page offers to undo. */
export async function performUndo() {
    const tap = takeOffer();
    if (!tap) return;
    const { done, failed } = await sendTap(tap);
    stopSayingStillTrying();
    if (failed) showProblem(failed.reason);
    if (done) await finishAction(done, main.dataset.app, false);
}

/**
 * @param {ParentNode} form
 * @param {Record<string, string>} errors - by the name of the input
 */
function showInputErrors(form, errors) {
    /** @type {import("./inputs.js").Control | null} */
    let first = null;
    for (const [name, text] of Object.entries(errors)) {
        const control = setInputError(form, name, text);
        first ??= control;
    }
    if (first) {
        focusControl(first);
    } else {
        showProblem(Object.values(errors).join(" "));
    }
}

/**
 * @param {NonNullable<import("./taps.js").TapOutcome["done"]>} done
 * @param {string | undefined} app
 * @param {boolean} isDone - whether the page has served its purpose
 */
async function finishAction({ open: url, opening }, app, isDone) {
    if (url) {
        // No way leads back to the page of something that was deleted, or to a form that was saved.
        const isPageGone = Boolean(scene) && isDone;
        if (scene && isPageGone) forgetPage(scene);
        openURL(url, { app, opening, replaces: isPageGone });
    } else if (scene) {
        await drawScene();
    }
}

/**
 * Shows and hides the elements that an `Action.ToggleVisibility` names.
 *
 * @param {HTMLButtonElement} button
 */
export function toggleVisibility(button) {
    /** @type {{ id: string, visible: boolean | null }[]} */
    const targets = JSON.parse(button.dataset.payload || "[]");
    /** @type {HTMLElement | null} */
    let lastShown = null;
    for (const { id, visible } of targets) {
        const element = document.getElementById(id);
        if (!element) continue;
        element.dataset.was ??= element.hidden ? "hidden" : "shown";
        element.hidden = visible === null ? !element.hidden : !visible;
        if (!element.hidden) lastShown = element;
    }
    // A button that hid itself hands the focus to what it showed: to the way back from there, if there is one.
    if (lastShown && !button.checkVisibility()) {
        (find("[data-action=toggle]", lastShown) ?? find(focusable, lastShown))?.focus();
    }
}

/**
 * Leaves the place of a picture empty if it cannot be loaded, without the browser's sign of a broken picture.
 *
 * @param {EventTarget | null} target
 */
export function updatePicture(target) {
    if (target instanceof HTMLImageElement && target.matches(".ac-picture")) {
        target.toggleAttribute("data-broken", !target.naturalWidth);
    }
}

/** Looks at the pictures that were loaded, or failed to, before the script ran. */
export function updatePictures() {
    for (const picture of findAll(".ac-picture")) {
        if (picture instanceof HTMLImageElement && picture.complete) updatePicture(picture);
    }
}
