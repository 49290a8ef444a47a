// Signing in with a passkey, on the page that asks to sign in, which has no other script.

import { decodeBase64URL, encodeBase64URL } from "./base64url.js";

const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("#passkey"));
const problem = document.querySelector("#problem");

/**
 * Sends a request.
 *
 * @param {string} path
 * @param {unknown} [body] - sent as JSON
 * @returns {Promise<Response | null>} `null` if the host cannot be reached
 */
function post(path, body) {
    const headers = { "Content-Type": "application/json" };
    return fetch(path, { method: "POST", body: body ? JSON.stringify(body) : undefined, headers }).catch(() => null);
}

/** Shows the button if the browser can have passkeys, and the host knows one. */
async function showButton() {
    if (!button || !("PublicKeyCredential" in window)) return;
    const answer = await post("/passkeys/challenge");
    button.hidden = !answer?.ok;
}

/** Has the browser ask which passkey to use, and loads the page again once the host has taken it. */
async function signIn() {
    if (!button) return;
    say("");
    button.disabled = true;
    const answer = await usePasskey().catch((error) => error.name === "NotAllowedError" ? undefined : error);
    button.disabled = false;
    if (answer instanceof Response) {
        if (answer.ok) location.reload();
        else say((await answer.json().catch(() => ({}))).message ?? button.dataset.unreachable);
    } else if (answer !== undefined) {
        say((answer === null ? button.dataset.unreachable : button.dataset.unusable) ?? "");
    }
}

/**
 * Sends what a passkey signs.
 *
 * @returns {Promise<Response | null>} `null` if the host cannot be reached
 */
async function usePasskey() {
    const answer = await post("/passkeys/challenge");
    if (!answer?.ok) return answer;
    const { challenge, relyingParty } = await answer.json();
    const used = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({
        publicKey: { challenge: decodeBase64URL(challenge), rpId: relyingParty, userVerification: "required" },
    }));
    const response = /** @type {AuthenticatorAssertionResponse} */ (used.response);
    return post("/passkeys/sign-in", {
        id: encodeBase64URL(used.rawId),
        clientData: encodeBase64URL(response.clientDataJSON),
        authenticatorData: encodeBase64URL(response.authenticatorData),
        signature: encodeBase64URL(response.signature),
        userHandle: encodeBase64URL(response.userHandle ?? new ArrayBuffer(0)),
    });
}

/** @param {string} text */
function say(text) {
    if (problem) problem.textContent = text;
}

button?.addEventListener("click", signIn);
showButton();
