// What an app may do: the switches of its page in Settings.

import { requiredAncestor } from "./dom.js";
import { request } from "./requests.js";
import { drawSettings } from "./settings.js";
import { say } from "./status.js";

/**
 * Revokes a right, or gives it back, after its switch was changed.
 *
 * @param {HTMLInputElement} changedSwitch
 */
export async function saveRight(changedSwitch) {
    const { app = "" } = requiredAncestor(changedSwitch, "[data-app]").dataset;
    const path = `apps/${encodeURIComponent(app)}/rights/${encodeURIComponent(changedSwitch.dataset.right ?? "")}`;
    const { error, message } = await request(changedSwitch.checked ? "PUT" : "DELETE", path);
    if (error) {
        changedSwitch.checked = !changedSwitch.checked;
        say(message ?? "");
    } else {
        drawSettings();
    }
}
