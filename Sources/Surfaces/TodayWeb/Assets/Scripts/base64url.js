// Bytes as text in base64url, as passkeys are sent.

/** @param {ArrayBuffer} buffer */
export function encodeBase64URL(buffer) {
    const text = btoa(String.fromCharCode(...new Uint8Array(buffer)));
    return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {string} text */
export function decodeBase64URL(text) {
    const bytes = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}
