// The buttons of notifications: their actions, the field for a reply, and what shows more of them.

import { sendAnswer } from "./answers.js";
import { find, required, requiredAncestor, setBusy } from "./dom.js";
import { openSheet } from "./sheet.js";
import { say } from "./status.js";

/**
 * Sends the answer that a button stands for, and opens the sheet if the host wants a passcode first.
 *
 * @param {HTMLButtonElement} button
 */
export async function answerNotification(button) {
    /** @type {HTMLElement} */
    const notification = requiredAncestor(button, "[data-id]");
    /** @type {HTMLElement | null} */
    const group = button.closest("[data-group]");
    /** @type {HTMLInputElement | null} */
    const field = button.form && find("[name=text]", button.form);
    if (field && !field.value.trim()) {
        field.focus();
        return;
    }
    const answer = {
        id: Number(notification.dataset.id),
        app: group?.dataset.group ?? notification.dataset.app,
        name: required(".title", notification).textContent ?? "",
        action: button.dataset.answer,
        text: field?.value,
        title: button.textContent ?? "",
        destructive: button.matches(".destructive"),
    };
    setBusy(button, true);
    const { error, message } = await sendAnswer(answer);
    setBusy(button, false);
    if (error?.startsWith("passcode")) {
        openSheet(answer, error);
    } else if (error) {
        say(message ?? "");
    }
}

/**
 * Shows or hides the field for a reply.
 *
 * @param {HTMLButtonElement} button
 */
export function toggleReply(button) {
    const form = document.getElementById(button.getAttribute("aria-controls") ?? "");
    if (!form) return;
    form.dataset.was ??= "hidden";
    form.hidden = !form.hidden;
    button.setAttribute("aria-expanded", String(!form.hidden));
    if (!form.hidden) find("[name=text]", form)?.focus();
}

/**
 * Opens or closes the stack of an app, or shows all of a banner or less.
 *
 * @param {HTMLElement} button
 */
export function toggleExpanded(button) {
    button.setAttribute("aria-expanded", String(button.getAttribute("aria-expanded") !== "true"));
}
