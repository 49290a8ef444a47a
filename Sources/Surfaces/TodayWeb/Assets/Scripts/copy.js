// The button beside a command, which copies it.

import { announce, say } from "./status.js";
import { texts } from "./texts.js";

/**
 * Copies the text before a button.
 *
 * Over plain HTTP from another machine browsers have no clipboard for pages, only the copy of a selection. Where that
 * is refused too, the text stays selected.
 *
 * @param {HTMLButtonElement} button
 */
export async function copyCommand(button) {
    const command = button.previousElementSibling;
    if (!command) return;
    const isCopied = await navigator.clipboard?.writeText(command.textContent ?? "").then(() => true, () => false);
    if (!isCopied) {
        getSelection()?.selectAllChildren(command);
        if (!document.execCommand("copy")) return say(texts.selectedOnly);
    }
    say(texts.copied, 2);
    announce(texts.copied);
}
