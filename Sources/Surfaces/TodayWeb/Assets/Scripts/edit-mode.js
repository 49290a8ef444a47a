// Whether the person is editing the screen.

import { find, parse, required, root } from "./dom.js";
import { layerDidClose, layerDidOpen } from "./layers.js";
import { load } from "./requests.js";
import { say } from "./status.js";
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

/**
 * Starts or ends editing. The page comes without the editor's lists, so they are loaded first.
 *
 * @param {boolean} isOn
 */
export async function setEditing(isOn) {
    if (isOn && !(await loadEditor())) return;
    root.classList.toggle("editing", isOn);
    if (isOn) layerDidOpen(stopEditing); else layerDidClose(stopEditing);
    updateEditButton();
    const heading = isOn ? required("#editor h2") : required(".edit-button");
    heading.focus({ preventScroll: !isOn });
    if (isOn) scrollTo({ top: 0 });
}

function stopEditing() {
    setEditing(false);
}

/** Loads the editor's lists if the page does not have them yet; returns whether it has them. */
async function loadEditor() {
    if (hasEditor()) return true;
    const answer = await load("/editor");
    const data = await answer?.json().catch(() => null);
    // An event may have brought newer lists in the meantime.
    if (answer?.ok && data && !hasEditor()) required("#editor").replaceWith(parse(data.html));
    if (!hasEditor()) say(data?.message ?? texts.unreachable);
    return hasEditor();
}

function hasEditor() {
    return find("#editor h2") !== null;
}
