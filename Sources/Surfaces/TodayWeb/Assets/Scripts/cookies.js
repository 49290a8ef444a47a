// Cookies that the server reads for the first paint.

const secondsPerYear = 31536000;

/**
 * Returns the value of a cookie, or an empty text if it is not set.
 *
 * @param {string} name
 */
export function cookie(name) {
    const prefix = `${name}=`;
    const pair = document.cookie.split("; ").find((each) => each.startsWith(prefix));
    return decodeURIComponent(pair?.slice(prefix.length) ?? "");
}

/**
 * @param {string} name
 * @param {string} value
 */
export function setCookie(name, value) {
    document.cookie = `${name}=${encodeURIComponent(value)};path=/;max-age=${secondsPerYear};samesite=strict`;
}
