// The sheet of keyboard shortcuts.

import { find } from "./dom.js";
import { openDialog } from "./layers.js";
import { texts } from "./texts.js";

/** The keys of each shortcut, in the order of the sheet. */
const keys = {
    search: ["/"],
    palette: ["Ctrl", "K"],
    shortcuts: ["?"],
    newNotification: ["F8"],
    ages: ["F9"],
    dismiss: ["Delete"],
    rows: ["↑", "↓"],
    textActions: ["Alt", "Enter"],
    undo: ["Ctrl", "Z"],
    leave: ["Esc"],
};

/** Opens the sheet. */
export function openShortcuts() {
    /** @type {HTMLDialogElement | null} */
    const existing = find("#shortcuts");
    const sheet = existing ?? make();
    openDialog(sheet);
}

function make() {
    const sheet = document.createElement("dialog");
    sheet.id = "shortcuts";
    sheet.className = "sheet shortcuts";
    sheet.setAttribute("aria-labelledby", "shortcuts-title");
    const title = document.createElement("h2");
    title.id = "shortcuts-title";
    title.textContent = texts.shortcuts;
    const list = document.createElement("dl");
    for (const [name, shortcut] of Object.entries(keys)) {
        const [term, description] = [document.createElement("dt"), document.createElement("dd")];
        for (const key of shortcut) {
            const label = document.createElement("kbd");
            label.textContent = key;
            term.append(label);
        }
        description.textContent = texts.shortcutNames[/** @type {keyof typeof keys} */ (name)];
        list.append(term, description);
    }
    const form = document.createElement("form");
    form.method = "dialog";
    const done = document.createElement("button");
    done.className = "pill";
    done.textContent = texts.done;
    form.append(done);
    sheet.append(title, list, form);
    document.body.append(sheet);
    return sheet;
}
