// Adding a passkey to this device, in Settings.

import { decodeBase64URL, encodeBase64URL } from "./base64url.js";
import { setBusy } from "./dom.js";
import { request } from "./requests.js";
import { drawSettings } from "./settings.js";
import { sendProtected } from "./sheet.js";
import { say } from "./status.js";
import { texts } from "./texts.js";

/**
 * What the host says of a passkey that is to be made.
 *
 * @typedef {object} NewPasskey
 * @property {string} challenge - in base64url; it is the id of the account, too, since that may be any random one
 * @property {string} relyingParty - the name of the host
 * @property {string} site - what this site is called
 * @property {string} account - what this device is called
 * @property {string[]} known - the ids of the passkeys that this device has, in base64url
 */

/** The number of ES256 (RFC 9053). */
const es256 = -7;

/**
 * Has the browser make a passkey, and tells the host.
 *
 * @param {HTMLButtonElement} button
 */
export async function addPasskey(button) {
    setBusy(button, true);
    const { error, message } = await makePasskey();
    setBusy(button, false);
    if (error) {
        say(message ?? "");
    } else {
        say(texts.passkeyAdded);
        await drawSettings();
    }
}

/** @returns {Promise<import("./requests.js").Answer<{}>>} */
async function makePasskey() {
    /** @type {import("./requests.js").Answer<NewPasskey>} */
    const wanted = await sendProtected(
        { title: texts.addPasskey },
        () => request("POST", "passkeys/challenge"),
    );
    if (wanted.error) return wanted;
    const { challenge = "", relyingParty, site = "", account = "", known = [] } = wanted;
    /** @type {PublicKeyCredentialCreationOptions} */
    const publicKey = {
        challenge: decodeBase64URL(challenge),
        rp: { id: relyingParty, name: site },
        user: { id: decodeBase64URL(challenge), name: account, displayName: account },
        pubKeyCredParams: [{ type: "public-key", alg: es256 }],
        excludeCredentials: known.map((id) => ({ type: "public-key", id: decodeBase64URL(id) })),
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
        attestation: "none",
    };
    try {
        const made = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey }));
        const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
        return await request("POST", "passkeys", {
            clientData: encodeBase64URL(response.clientDataJSON),
            authenticatorData: encodeBase64URL(response.getAuthenticatorData()),
        });
    } catch (error) {
        return { error: "passkey", message: reason(/** @type {Error} */ (error)) };
    }
}

/**
 * Why the browser made no passkey; empty if the person did not want it.
 *
 * @param {Error} error
 */
function reason(error) {
    switch (error.name) {
        case "NotAllowedError":
        case "AbortError":
            return "";
        case "InvalidStateError":
            return texts.passkeyExists;
        default:
            return texts.passkeyFailed;
    }
}
