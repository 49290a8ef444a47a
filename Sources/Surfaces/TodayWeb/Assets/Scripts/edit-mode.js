// Whether the person is editing the screen.

import { find, required, root } from "./dom.js";
import { texts } from "./texts.js";

export function isEditing() {
    return root.classList.contains("editing");
}

/** Shows on the button whether the person is editing. */
export function updateEditButton() {
    const button = find(".edit-button");
    if (!button) return;
    button.setAttribute("aria-pressed", String(isEditing()));
    button.textContent = isEditing() ? texts.done : texts.edit;
}

/** @param {boolean} isOn */
export function setEditing(isOn) {
    root.classList.toggle("editing", isOn);
    updateEditButton();
    const heading = isOn ? required("#editor h2") : required(".edit-button");
    heading.focus({ preventScroll: !isOn });
    if (isOn) scrollTo({ top: 0 });
}
