// Installing an app from a file, and removing one.

import { required, requiredAncestor, setBusy } from "./dom.js";
import { openDialog, replacePage } from "./layers.js";
import { main } from "./page.js";
import { hostUnreachable, load, request } from "./requests.js";
import { sendProtected } from "./sheet.js";
import { say } from "./status.js";
import { texts } from "./texts.js";

/**
 * Shows why a file cannot be installed; the host's reasons may have several lines.
 *
 * @param {string} text
 */
function showInstallProblem(text) {
    const problem = required("#install-problem");
    problem.textContent = text;
    problem.hidden = text === "";
}

/**
 * Sends a file that the person has chosen to the host, and goes to the page where the person agrees to what it asks
 * for.
 *
 * @param {HTMLInputElement} input
 */
export async function uploadBundle(input) {
    const file = input.files?.[0];
    if (!file || input.disabled) return;
    const label = requiredAncestor(input, "label");
    showInstallProblem("");
    setBusy(label, true);
    input.disabled = true;
    const { address, error, message } = await sendBundle(file, Number(input.dataset.limit));
    input.disabled = false;
    setBusy(label, false);
    input.value = "";
    if (error) {
        showInstallProblem(message ?? "");
        input.focus();
    } else if (address) {
        location.assign(address);
    }
}

/**
 * @param {File} file
 * @param {number} limit - in bytes
 * @returns {Promise<import("./requests.js").Answer<{ address: string }>>}
 */
async function sendBundle(file, limit) {
    if (file.size > limit) return { error: "invalid", message: texts.fileTooLarge };
    const answer = await load("/settings/apps/uploads", { method: "POST", body: file });
    const data = await answer?.json().catch(() => ({}));
    if (answer?.ok) return data;
    return { error: data?.code ?? hostUnreachable, message: data?.message ?? texts.unreachable };
}

/**
 * Installs the file that the page is about, or cancels that.
 *
 * @param {HTMLButtonElement} button
 */
export async function answerInstallation(button) {
    const { upload = "", digest = "", name = "" } = main.dataset;
    const path = `uploads/${encodeURIComponent(upload)}`;
    setBusy(button, true);
    if (button.dataset.install === "cancel") {
        await request("DELETE", path);
        replacePage("/settings");
        return;
    }
    /** @type {import("./requests.js").Answer<{ installed: { app: { id: string } }, consentNeeded: {} }>} */
    const { installed, consentNeeded, error, message } = await sendProtected(
        { title: button.textContent ?? "", name },
        () => request("PUT", path, { digest }),
    );
    setBusy(button, false);
    if (error) {
        showInstallProblem(message ?? "");
    } else if (consentNeeded) {
        location.reload();
    } else if (installed) {
        replacePage(`/settings/apps?app=${encodeURIComponent(installed.app.id)}`);
    }
}

/**
 * Asks whether an app is to be removed, removes it, or does neither.
 *
 * @param {HTMLButtonElement} button
 */
export async function removeApp(button) {
    const dialog = /** @type {HTMLDialogElement} */ (required("#removal"));
    if (button.dataset.removal === "ask") {
        openDialog(dialog);
        return;
    }
    if (button.dataset.removal === "cancel") {
        dialog.close();
        return;
    }
    const keep = /** @type {HTMLInputElement} */ (required("input", dialog)).checked ? "?keepData=1" : "";
    setBusy(button, true);
    const { app = "", name = "" } = dialog.dataset;
    const { error, message } = await sendProtected(
        { title: button.textContent ?? "", name, destructive: true },
        () => request("DELETE", `apps/${encodeURIComponent(app)}${keep}`),
    );
    setBusy(button, false);
    dialog.close();
    if (error) {
        say(message ?? "");
    } else {
        replacePage("/settings");
    }
}
