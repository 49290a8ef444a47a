// What an app may do: the switches of its page in Settings, and the question whether it may fetch from a host.

import { required, requiredAncestor, setBusy } from "./dom.js";
import { replacePage } from "./layers.js";
import { request } from "./requests.js";
import { drawSettings } from "./settings.js";
import { sendProtected } from "./sheet.js";
import { say } from "./status.js";
import { texts } from "./texts.js";

/**
 * Revokes a right, or gives it back, after its switch was changed.
 *
 * @param {HTMLInputElement} changedSwitch
 */
export async function saveRight(changedSwitch) {
    const { app = "", name = "" } = requiredAncestor(changedSwitch, "[data-app]").dataset;
    const path = `apps/${encodeURIComponent(app)}/rights/${encodeURIComponent(changedSwitch.dataset.right ?? "")}`;
    const method = changedSwitch.checked ? "PUT" : "DELETE";
    const title = texts.giveRight;
    const { error, message } = await sendProtected({ title, name }, () => request(method, path));
    if (error) {
        // The page may have been drawn again meanwhile.
        changedSwitch.checked = method === "DELETE";
        say(message ?? "");
    } else {
        drawSettings();
    }
}

/**
 * Allows an app the host that the page is about, or does not; then leads back to where the person came from.
 *
 * @param {HTMLButtonElement} button
 */
export async function answerHostQuestion(button) {
    if (button.dataset.host === "allow") {
        const { app = "", name = "", hostName = "" } = requiredAncestor(button, "[data-app]").dataset;
        const path = `apps/${encodeURIComponent(app)}/hosts/${encodeURIComponent(hostName)}`;
        const title = button.textContent ?? "";
        setBusy(button, true);
        const { error, message } = await sendProtected(
            { title, name: `${name}, ${hostName}` },
            () => request("PUT", path),
        );
        setBusy(button, false);
        if (error) {
            showRightProblem(message ?? "");
            return;
        }
    }
    leave();
}

/** @param {string} text */
function showRightProblem(text) {
    const problem = required("#host-problem");
    problem.textContent = text;
    problem.hidden = text === "";
}

/** Goes back in the history, or to the page that the Back link names if nothing of Today came before. */
function leave() {
    if (window.navigation ? window.navigation.canGoBack : history.length > 1) {
        history.back();
    } else {
        const back = /** @type {HTMLAnchorElement} */ (required("a.back"));
        replacePage(back.href);
    }
}
