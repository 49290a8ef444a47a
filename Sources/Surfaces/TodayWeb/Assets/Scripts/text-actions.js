// What apps do with the text of a field: its Action extensions get the text, or what is selected of it, and the text that
// one returns takes its place. What the person wrote stays until then, and if there is no result.

import { find, focusable, parse, required } from "./dom.js";
import { openDialog } from "./layers.js";
import { main } from "./page.js";
import { openPalette } from "./palette.js";
import { redraw } from "./redraw.js";
import { load, request } from "./requests.js";
import { addRules } from "./rules.js";
import { showProblem } from "./scene.js";
import { say } from "./status.js";
import { newTapID } from "./taps.js";
import { texts } from "./texts.js";

/**
 * @typedef {HTMLInputElement | HTMLTextAreaElement} Field
 * @typedef {{ id: string, title: string, action?: { takesText: boolean } }} App
 */

/**
 * A use of an extension, which has a process of its own until it ends.
 *
 * @typedef {object} Use
 * @property {string} url - of its page
 * @property {Field} field
 * @property {string} value - what was in the field
 * @property {number} start - of what was shared of it
 * @property {number} end
 */

/**
 * The use that goes on; `null` if there is none, or it has ended.
 *
 * @type {Use | null}
 */
let use = null;

/**
 * The field that the button is for.
 *
 * @type {Field}
 */
let offeredField;

/**
 * The apps that take text; `undefined` until the host was asked.
 *
 * @type {App[] | undefined}
 */
let apps;

async function loadApps() {
    const answer = apps ? null : await load("/api/apps");
    /** @type {App[] | undefined} */
    const all = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
    apps ??= all?.filter(({ action }) => action?.takesText);
    return apps ?? [];
}

/**
 * Shows the button below a field that has the focus, if an app does something with text.
 *
 * @param {Field} field
 */
export async function offerTextActions(field) {
    if ((await loadApps()).length === 0 || document.activeElement !== field) return;
    offeredField = field;
    const button = find("#text-actions") ?? makeButton();
    button.hidden = false;
    const origin = (button.offsetParent ?? main).getBoundingClientRect();
    const { right, bottom } = field.getBoundingClientRect();
    button.style.top = `${bottom - origin.top}px`;
    button.style.right = `${origin.right - right}px`;
}

function makeButton() {
    const button = document.createElement("button");
    button.id = "text-actions";
    button.type = "button";
    button.className = "pill";
    button.textContent = texts.actions;
    button.setAttribute("aria-haspopup", "dialog");
    button.setAttribute("aria-keyshortcuts", "Alt+Enter");
    // The field keeps the focus, and what is selected in it.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => chooseTextAction(offeredField));
    document.addEventListener("focusout", () => { button.hidden = true; });
    main.append(button);
    return button;
}

/**
 * Has the person choose the app that gets the text of a field.
 *
 * @param {Field} field
 */
export async function chooseTextAction(field) {
    const { value, selectionStart, selectionEnd } = field;
    const [start, end] = selectionStart === selectionEnd ? [0, value.length] : [selectionStart ?? 0, selectionEnd ?? 0];
    const takers = await loadApps();
    if (takers.length === 0) return say(texts.noTextActions);
    openPalette(takers.map((app) => ({
        title: app.title,
        kind: texts.action,
        run: () => begin(app, { url: `today-extension://${newTapID()}`, field, value, start, end }),
    })));
}

/**
 * @param {App} app
 * @param {Use} begun
 */
async function begin(app, begun) {
    // The dialog of one that the person has just left may not have told yet that it is closed.
    if (use) endUse(use.url);
    use = begun;
    const { url, value, start, end } = begun;
    const content = { text: value.slice(start, end), urls: [], images: [] };
    const dialog = dialogOf(app.title, texts.cancel);
    openDialog(dialog);
    /** @type {import("./requests.js").Answer<import("./taps.js").TapOutcome>} */
    const answer = await request("POST", "shares", {
        id: url.slice(url.lastIndexOf("/") + 1), app: app.id, point: "action", content,
    });
    // The person has left it before it had begun.
    if (use !== begun) return endUse(url);
    required("#use-card").textContent = "";
    if (answer.done) await continueUse(answer.done); else showProblem(answer.failed?.reason ?? answer.message);
}

/** @param {string} url */
function endUse(url) {
    // Also while the page is being left.
    fetch(`/api/shares?url=${encodeURIComponent(url)}`, { method: "DELETE", keepalive: true }).catch(() => {});
}

/**
 * The dialog, empty but for its button.
 *
 * @param {string} title
 * @param {string} label
 */
function dialogOf(title, label) {
    /** @type {HTMLDialogElement} */
    const dialog = find("#use") ?? makeDialog();
    required("h2", dialog).textContent = title;
    required(".problem", dialog).hidden = true;
    required("#use-card", dialog).textContent = texts.working;
    required("form[method] button", dialog).textContent = label;
    return dialog;
}

/** @returns {HTMLDialogElement} */
function makeDialog() {
    document.body.append(parse(`<dialog id="use" class="sheet use" aria-labelledby="use-title"><h2 id="use-title"></h2>
        <p class="problem" role="alert" hidden></p><div id="use-place"><form id="use-card"></form></div>
        <form method="dialog"><button class="pill"></button></form></dialog>`));
    /** @type {HTMLDialogElement} */
    const dialog = required("#use");
    const leave = () => {
        if (use) endUse(use.url);
        use = null;
    };
    dialog.addEventListener("close", () => { if (!dialog.open) leave(); });
    addEventListener("pagehide", leave);
    return dialog;
}

/**
 * Goes on with what an extension has answered: shows its page, or ends the use.
 *
 * @param {NonNullable<import("./taps.js").TapOutcome["done"]>} answer
 */
export async function continueUse({ text, message }) {
    if (!use) return;
    if (text !== undefined) return finish(use, text, message);
    /** @type {import("./requests.js").Answer<{ hasEnded: boolean, text: string, message: string }>} */
    const standing = await request("GET", `shares?url=${encodeURIComponent(use.url)}`);
    if (standing.error) return showProblem(standing.message);
    if (standing.hasEnded) return finish(use, standing.text, standing.message);
    await drawUse(use);
}

/** @param {Use} shown */
async function drawUse({ url }) {
    const answer = await load(`/app/card?url=${encodeURIComponent(url)}&use=1`);
    const page = await answer?.json().catch(() => ({})) ?? {};
    if (!answer?.ok) return showProblem(page.message ?? texts.unreachable);
    const place = required("#use-place");
    const isNew = place.dataset.scene !== url;
    place.dataset.scene = url;
    addRules(page.rules);
    redraw(required("#use-card"), page.html);
    if (isNew) (find("[autofocus]", place) ?? find(focusable, place))?.focus();
}

/**
 * @param {Use} ended
 * @param {string | undefined} text
 * @param {string | undefined} message
 */
function finish({ field, value, start, end }, text, message) {
    use = null;
    const dialog = /** @type {HTMLDialogElement} */ (required("#use"));
    dialog.close();
    if (message) say(message);
    if (text === undefined) return;
    // The page may have been drawn again, with the same field.
    const target = /** @type {Field | null} */ (field.isConnected ? field : document.getElementById(field.id));
    if (target?.value === value) return replaceText(target, start, end, text);
    openDialog(dialogOf(texts.textHasChanged, texts.done));
    const result = document.createElement("textarea");
    result.readOnly = true;
    result.value = text;
    result.setAttribute("aria-labelledby", "use-title");
    required("#use-card").replaceChildren(result);
    result.select();
}

/**
 * @param {Field} field
 * @param {number} start
 * @param {number} end
 * @param {string} text
 */
function replaceText(field, start, end, text) {
    field.focus();
    field.setSelectionRange(start, end);
    const length = field.value.length - (end - start) + text.length;
    // As if it was typed, so that the browser can undo it. It would cut a text that is too long, which the host refuses.
    const fits = field.maxLength < 0 || length <= field.maxLength;
    if (text && fits && document.execCommand("insertText", false, text)) return;
    field.setRangeText(text, start, end, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
}
