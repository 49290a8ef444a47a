// Requests to the host, and when to try one again.

import { texts } from "./texts.js";

/**
 * What a route answered, or why it did not.
 *
 * @template T
 * @typedef {Partial<T> & { error?: string, message?: string }} Answer
 */

/** The error of a request that did not reach the host. */
export const hostUnreachable = "away";

const shortestDelay = 400;
const longestDelay = 15_000;

/**
 * Asks a route of the host. Loads the page again, which asks to sign in, if the session has ended.
 *
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response | null>} `null` if the host cannot be reached
 */
export async function load(path, options) {
    const answer = await fetch(path, options).catch(() => null);
    if (answer?.status === 401) location.reload();
    return answer;
}

/**
 * Asks a route of the host's API, as {@link load} does.
 *
 * @template [T={}]
 * @param {string} method
 * @param {string} path - below `/api/`
 * @param {unknown} [body] - sent as JSON
 * @returns {Promise<Answer<T>>} with `error` (a code) and `message` (a sentence) if the request failed
 */
export async function request(method, path, body) {
    const answer = await load(`/api/${path}`, {
        method,
        body: body ? JSON.stringify(body) : undefined,
        headers: body ? { "Content-Type": "application/json" } : {},
    });
    const data = answer && answer.status !== 204 ? await answer.json().catch(() => ({})) : {};
    if (answer?.ok) return data;
    const failure = { error: data.code ?? hostUnreachable, message: data.message ?? texts.unreachable };
    return /** @type {Answer<T>} */ (failure);
}

/**
 * Returns how long to wait before a request is tried again: exponential back-off with jitter.
 *
 * @param {number} attempt - how many attempts came before the one that failed
 * @returns {number} milliseconds
 */
export function retryDelay(attempt) {
    return Math.min(longestDelay, shortestDelay * 2 ** attempt) * (0.5 + Math.random() / 2);
}

/**
 * Returns after some time.
 *
 * @param {number} milliseconds
 */
export function sleep(milliseconds) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
