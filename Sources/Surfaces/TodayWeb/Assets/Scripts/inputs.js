// The inputs of a card: their values, their errors, and which of them the person has changed.

import { find, findAll } from "./dom.js";
import { matchesPattern } from "./patterns.js";
import { texts } from "./texts.js";

/**
 * A choice set is a `fieldset` around its choices.
 *
 * @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLFieldSetElement} Control
 */

/** @param {Control} control */
function nameOf(control) {
    return control.getAttribute("name") ?? "";
}

/**
 * Returns what an input is worth to the app.
 *
 * @param {Control} control
 */
function valueOf(control) {
    if (control instanceof HTMLFieldSetElement) {
        /** @type {HTMLInputElement[]} */
        const chosen = findAll("input:checked", control);
        return chosen.map((input) => input.value).join(",");
    }
    if (control instanceof HTMLInputElement && control.type === "checkbox" && !control.checked) {
        return control.dataset.valueOff ?? "";
    }
    return control.value;
}

/** @param {Control | null | undefined} control */
export function focusControl(control) {
    const target = control instanceof HTMLFieldSetElement ? find("input", control) : control;
    target?.focus();
}

/**
 * Shows the error of an input, or removes it.
 *
 * @param {ParentNode} form
 * @param {string} name
 * @param {string | null} [text] - the error; nothing removes it
 * @returns {Control | null} the input
 */
export function setInputError(form, name, text) {
    const slot = find(`[data-error-for="${CSS.escape(name)}"]`, form);
    /** @type {Control | null} */
    const control = find(`[data-input][name="${CSS.escape(name)}"]`, form);
    if (slot) {
        slot.textContent = text ?? "";
        slot.hidden = !text;
    }
    if (text) {
        control?.setAttribute("aria-invalid", "true");
    } else {
        control?.removeAttribute("aria-invalid");
    }
    return control;
}

/**
 * Returns what is wrong with an input, or `null`.
 *
 * @param {Control} control
 * @param {string} value
 */
function inputError(control, value) {
    const { validity, dataset } = control;
    const invalid = dataset.error || texts.invalid;
    if (validity.badInput || validity.rangeUnderflow || validity.rangeOverflow) return invalid;
    if (isRequired(control) && isMissing(control, value)) return dataset.error || texts.required;
    if (value && dataset.regex && matchesPattern(dataset.regex, value) === false) return invalid;
    return null;
}

/** @param {Control} control */
function isRequired(control) {
    return "required" in control && control.required || Boolean(control.dataset.required);
}

/**
 * @param {Control} control
 * @param {string} value
 */
function isMissing(control, value) {
    if (control instanceof HTMLInputElement && control.type === "checkbox") return !control.checked;
    return !value.trim();
}

/**
 * Checks all inputs of a form and shows their errors.
 *
 * @param {HTMLFormElement} form
 * @returns {Record<string, string> | null} the values by name; `null` after giving the focus to one that is wrong
 */
export function collectInputs(form) {
    /** @type {Record<string, string>} */
    const values = {};
    /** @type {Control | null} */
    let firstInvalid = null;
    /** @type {Control[]} */
    const controls = findAll("[data-input]", form);
    for (const control of controls) {
        const name = nameOf(control);
        const value = valueOf(control);
        const error = inputError(control, value);
        setInputError(form, name, error);
        if (error) firstInvalid ??= control;
        values[name] = value;
    }
    focusControl(firstInvalid);
    return firstInvalid ? null : values;
}

/**
 * Notes that the person has changed an input, so that it is not drawn over.
 *
 * @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} control - what was changed
 */
export function markChanged(control) {
    /** @type {HTMLFieldSetElement | null} */
    const choices = control.closest("fieldset[data-input]");
    const changed = choices ? findAll("input", choices) : [control];
    for (const each of changed) each.dataset.touched = "";
    const name = nameOf(choices ?? control);
    if (name && control.form) setInputError(control.form, name);
}

/**
 * Lets the app change the inputs again that were sent to it; an input that the person changed meanwhile stays theirs.
 *
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} sent - the values that were sent, by name
 */
export function unmarkSent(form, sent) {
    for (const changed of findAll("[data-touched]", form)) {
        /** @type {Control | null} */
        const control = changed.closest("[data-input]");
        if (!control || valueOf(control) === sent[nameOf(control)]) delete changed.dataset.touched;
    }
}

/**
 * Empties the text that is sent with a button, so that what is typed next is a text of its own: of the input in the
 * button's row, else of the one with the cursor. Only an input that the app drew empty is emptied, since any other
 * shows what is saved.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 * @returns {() => void} puts the text back, unless something else was typed since
 */
export function takeText(form, button) {
    const input = textOf(form, button);
    const value = input?.value;
    if (!input || !value || input.defaultValue) return () => {};
    input.value = "";
    delete input.dataset.touched;
    // Ready for the next one; on a phone the keyboard would come up.
    if (document.activeElement === button && matchMedia("(pointer: fine)").matches) input.focus();
    return () => {
        if (input.value || input.dataset.touched !== undefined) return;
        input.value = value;
        input.dataset.touched = "";
    };
}

/**
 * Tells whether a button that waits for an answer may be pressed again: a text was typed into the input that was
 * emptied when it was pressed.
 *
 * @param {HTMLButtonElement} button
 */
export function hasNextText(button) {
    const { form } = button;
    const input = form && textOf(form, button);
    return Boolean(input && input.value && !input.defaultValue && input.dataset.touched !== undefined);
}

/**
 * Returns the input whose text is sent with a button.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 * @returns {HTMLInputElement | null}
 */
function textOf(form, button) {
    const row = button.closest(".ac-input-row");
    const input = (row && find("input[data-input]", row)) ?? document.activeElement;
    if (!(input instanceof HTMLInputElement) || input.form !== form) return null;
    return ["text", "url", "email", "tel"].includes(input.type) ? input : null;
}

/**
 * Presses the button that Enter stands for in an input: the one in the same row, else the positive one, else the
 * first that sends inputs.
 *
 * @param {HTMLInputElement} input
 */
export function pressDefaultButton(input) {
    const { form } = input;
    if (!form) return;
    const row = input.closest(".ac-input-row");
    const button = (row && find("button[data-action]", row))
        ?? find("button.ac-positive[data-action]", form)
        ?? find("button[data-action=submit],button[data-action=execute][data-inputs=auto]", form);
    button?.click();
}
