// Whether the person is editing the screen.

import { find, findAll, parse, required, root } from "./dom.js";
import { layerDidClose, layerDidOpen } from "./layers.js";
import { glide } from "./motion.js";
import { packCards } from "./packing.js";
import { load } from "./requests.js";
import { say } from "./status.js";
import { texts } from "./texts.js";

export function isEditing() {
    return root.classList.contains("editing");
}

/** Shows whether the person is editing: on the button, and in the cards, of which only the tools can be used then. */
export function updateEditing() {
    const button = find(".edit-button");
    if (!button) return;
    button.setAttribute("aria-pressed", String(isEditing()));
    button.textContent = isEditing() ? texts.done : texts.edit;
    for (const part of findAll("#widgets > .widget > :not(.edit-tools), .set-up, #question")) part.inert = isEditing();
}

/**
 * Starts or ends editing. The page comes without the editor, so that is loaded first.
 *
 * @param {boolean} isOn
 */
export async function setEditing(isOn) {
    if (isOn && !(await loadEditor())) return;
    glide(() => {
        root.classList.toggle("editing", isOn);
        updateEditing();
        packCards();
    });
    if (isOn) layerDidOpen(stopEditing); else layerDidClose(stopEditing);
    required(".edit-button").focus({ preventScroll: true });
}

function stopEditing() {
    setEditing(false);
}

/** Loads the editor if the page does not have it yet; returns whether it has it. */
async function loadEditor() {
    if (hasEditor()) return true;
    const answer = await load("/editor");
    const data = await answer?.json().catch(() => null);
    // An event may have brought a newer one in the meantime.
    if (answer?.ok && data && !hasEditor()) required("#editor").replaceWith(parse(data.html));
    if (!hasEditor()) say(data?.message ?? texts.unreachable);
    return hasEditor();
}

function hasEditor() {
    return find("#editor h2") !== null;
}
