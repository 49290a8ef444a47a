// The sheet over the page: it asks for a passcode, for a text, or whether an action is really meant.

import { sendAnswer } from "./answers.js";
import { find, findAll, isBusy, required, setBusy } from "./dom.js";
import { openDialog } from "./layers.js";
import { request } from "./requests.js";
import { drawSettings } from "./settings.js";
import { say } from "./status.js";
import { texts } from "./texts.js";
import { milliseconds } from "./wire.js";

/** @typedef {"set" | "change" | "remove"} PasscodeChange */

/**
 * What the sheet is opened for: an answer to a notification, a change of the passcode, to unlock this browser, or
 * whether something is really meant.
 *
 * @typedef {object} SheetRequest
 * @property {PasscodeChange} [passcode]
 * @property {(isUnlocked: boolean) => void} [unlocked] - called once when the sheet that unlocks this browser closes
 * @property {() => void} [confirmed] - called when the person means what the title names; `about` tells what follows
 * @property {string} [about]
 * @property {number} [id] - of the notification
 * @property {string} [app]
 * @property {string} [name] - the title of the notification
 * @property {string} [action]
 * @property {string} [text] - what the person wrote before the sheet opened
 * @property {string} [asks] - the placeholder of the text that the sheet asks for
 * @property {string} [title] - of the action
 * @property {boolean} [destructive]
 */

const dialog = /** @type {HTMLDialogElement} */ (required("#sheet"));
const form = /** @type {HTMLFormElement} */ (required("form", dialog));
const confirmButton = /** @type {HTMLButtonElement} */ (required("[data-confirm]", dialog));
const errorLine = required("#sheet-wrong");
const fields = { text: field("text"), current: field("current"), new: field("new"), again: field("again") };

/**
 * What the sheet is open for.
 *
 * @type {SheetRequest | null}
 */
let openRequest = null;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let countdown;

/**
 * @param {string} name
 * @returns {HTMLInputElement}
 */
function field(name) {
    return required(`[name=${name}]`, form);
}

/** @param {string | undefined} error - of the host */
function isPasscodeMissing(error) {
    return error === "passcodeRequired" || error === "passcodeNotSet";
}

export function isSheetOpen() {
    return dialog.open;
}

/**
 * Tells whether the sheet is open for a notification.
 *
 * @param {number} notification
 */
export function isSheetOpenFor(notification) {
    // A sheet that was just closed forgets what it was open for a moment later.
    return dialog.open && openRequest?.id === notification;
}

export function closeSheet() {
    dialog.close();
}

/**
 * Opens the sheet with the fields that a request needs.
 *
 * @param {SheetRequest} sheetRequest
 * @param {string} [error] - why the host refused the answer, as far as it concerns the passcode
 */
export function openSheet(sheetRequest, error) {
    const change = sheetRequest.passcode;
    const asksNew = error === "passcodeNotSet" || change === "set" || change === "change";
    const asksCurrent = error === "passcodeRequired" || error === "passcodeWrong"
        || change === "change" || change === "remove";
    // The event of its last end may come only after this.
    if (!dialog.open) forgetRequest();
    openRequest = sheetRequest;
    showFields({ text: sheetRequest.asks !== undefined, current: asksCurrent, new: asksNew });
    fields.text.placeholder = sheetRequest.asks ?? "";
    required("h2", dialog).textContent = heading(sheetRequest, asksCurrent, asksNew);
    required("p", dialog).textContent = explanation(sheetRequest, asksCurrent, asksNew);
    confirmButton.dataset.label = change ? texts.passcodeButtons[change] : sheetRequest.title;
    confirmButton.classList.toggle("destructive", change === "remove" || Boolean(sheetRequest.destructive));
    showError("");
    openDialog(dialog);
    (find("label:not([hidden]) input", dialog) ?? confirmButton).focus();
}

/**
 * Shows the parts of the form that are asked for, and empties the fields of passcodes.
 *
 * @param {Record<string, boolean>} isAsked - by the name of the part
 */
function showFields(isAsked) {
    for (const part of findAll("[data-part]", dialog)) {
        const isShown = isAsked[part.dataset.part ?? ""] ?? false;
        const input = /** @type {HTMLInputElement} */ (required("input", part));
        part.hidden = !isShown;
        input.disabled = !isShown;
        input.required = isShown;
        if (input !== fields.text) input.value = "";
    }
}

/**
 * @param {SheetRequest} sheetRequest
 * @param {boolean} asksCurrent
 * @param {boolean} asksNew
 */
function heading({ passcode, title = "" }, asksCurrent, asksNew) {
    if (passcode) return texts.passcodeHeadings[passcode];
    if (asksNew) return texts.passcodeHeadings.set;
    return asksCurrent ? texts.enterPasscode : title;
}

/**
 * @param {SheetRequest} sheetRequest
 * @param {boolean} asksCurrent
 * @param {boolean} asksNew
 */
function explanation({ passcode, about, title = "", name = "" }, asksCurrent, asksNew) {
    if (about) return about;
    if (passcode === "remove") return texts.withoutPasscode;
    if (passcode) return texts.aboutPasscode;
    if (asksNew) return texts.needsPasscode(title);
    return asksCurrent ? texts.passcodeFor(title, name) : name;
}

/**
 * Shows what is wrong. Until a new passcode may be tried, the button is disabled and counts down.
 *
 * @param {string} text
 * @param {import("./wire.js").WireDate} [nextTry]
 */
function showError(text, nextTry) {
    clearTimeout(countdown);
    errorLine.textContent = text;
    const isWaiting = updateConfirmButton(nextTry);
    if (isWaiting) countDown(nextTry);
}

/** @param {import("./wire.js").WireDate} [nextTry] */
function countDown(nextTry) {
    countdown = setTimeout(() => {
        if (updateConfirmButton(nextTry)) {
            countDown(nextTry);
        } else {
            errorLine.textContent = texts.tryAgainNow;
        }
    }, 500);
}

/**
 * Writes the button's label, or how long it is disabled.
 *
 * @param {import("./wire.js").WireDate} [nextTry]
 * @returns {boolean} `true` if the person must wait
 */
function updateConfirmButton(nextTry) {
    const seconds = nextTry ? Math.ceil((milliseconds(nextTry) - Date.now()) / 1000) : 0;
    // A longer wait is not counted down; the host refuses what comes too early.
    const mustWait = seconds > 0 && seconds <= 3600;
    confirmButton.disabled = mustWait;
    confirmButton.textContent = mustWait ? duration(seconds) : confirmButton.dataset.label ?? "";
    return mustWait;
}

/** @param {number} seconds */
function duration(seconds) {
    return seconds > 90 ? texts.minutes(Math.ceil(seconds / 60)) : texts.seconds(seconds);
}

/**
 * Returns what a field holds; `undefined` if it is not asked for.
 *
 * @param {HTMLInputElement} input
 */
function entered(input) {
    return input.disabled ? undefined : input.value;
}

async function submitSheet() {
    const submitted = openRequest;
    if (!submitted || isBusy(confirmButton)) return;
    if (submitted.confirmed) {
        dialog.close();
        submitted.confirmed();
        return;
    }
    if (entered(fields.new) !== entered(fields.again)) {
        showError(texts.notTheSame);
        fields.again.focus();
        return;
    }
    showError("");
    setBusy(confirmButton, true);
    const { error, message } = await send(submitted);
    const nextTry = error === "passcodeWrong" ? await fetchNextTry() : undefined;
    setBusy(confirmButton, false);
    // The sheet may have been closed meanwhile, or opened for something else.
    if (openRequest !== submitted) return;
    if (!error) {
        dialog.close();
        if (submitted.passcode) {
            say(texts.passcodeResults[submitted.passcode]);
            drawSettings();
        }
    } else if (isPasscodeMissing(error)) {
        openSheet(submitted, error);
    } else {
        showError(message ?? "", nextTry);
        if (!fields.current.disabled) {
            fields.current.value = "";
            fields.current.focus();
        }
    }
}

/**
 * Unlocks this browser if the sheet is open for that; changes the passcode if it asked for a new one, then sends the
 * answer if it is open for one.
 *
 * @param {SheetRequest} submitted
 * @returns {Promise<import("./requests.js").Answer<{}>>}
 */
async function send(submitted) {
    const text = entered(fields.text) ?? submitted.text;
    const current = entered(fields.current);
    const passcode = entered(fields.new);
    if (submitted.unlocked) {
        const outcome = await request("POST", "passcode/unlock", { passcode: current });
        // If the passcode was removed meanwhile, nothing needs it any more.
        if (outcome.error && outcome.error !== "passcodeNotSet") return outcome;
        submitted.unlocked(true);
        return {};
    }
    if (submitted.passcode || passcode !== undefined) {
        const outcome = await request("PUT", "passcode", { passcode, current });
        if (submitted.passcode || outcome.error) return outcome;
    }
    return sendAnswer({ ...submitted, id: submitted.id ?? NaN, text }, current ?? passcode);
}

/** Returns when the next passcode may be tried. */
async function fetchNextTry() {
    /** @type {import("./requests.js").Answer<{ nextTry: import("./wire.js").WireDate }>} */
    const state = await request("GET", "passcode");
    return state.nextTry;
}

/**
 * Sends what the sheet asked for, if a form that is submitted is the sheet's.
 *
 * @param {EventTarget | null} submittedForm
 */
export function submitIfSheet(submittedForm) {
    if (submittedForm === form) submitSheet();
}

/**
 * Sends a request that needs the passcode if one is set, and asks the person for it where that is so.
 *
 * @template T
 * @param {SheetRequest} what - the title of the action, and what it is done to
 * @param {() => Promise<import("./requests.js").Answer<T>>} sendRequest - is called again once this browser is unlocked
 * @returns {Promise<import("./requests.js").Answer<T>>} with the error `passcodeRequired` and no message if the person
 *     left the sheet
 */
export async function sendProtected(what, sendRequest) {
    const outcome = await sendRequest();
    if (outcome.error !== "passcodeRequired") return outcome;
    /** @type {boolean} */
    const isUnlocked = await new Promise((unlocked) => openSheet({ ...what, unlocked }, outcome.error));
    return isUnlocked ? sendRequest() : { ...outcome, message: "" };
}

/** Empties the form, and ends what the sheet was open for. */
function forgetRequest() {
    clearTimeout(countdown);
    form.reset();
    // After the sheet has unlocked this browser, this has no effect any more.
    openRequest?.unlocked?.(false);
    openRequest = null;
}

function sheetDidClose() {
    if (dialog.open) return;
    forgetRequest();
    if (document.activeElement === document.body) (find(".item summary") ?? find("#list h2"))?.focus();
}

/** Puts the page in order again whenever the sheet is closed. */
export function watchSheet() {
    dialog.addEventListener("close", sheetDidClose);
}
