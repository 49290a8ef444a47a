// Ways to other pages, and the way back.

import { find } from "./dom.js";
import { pageTitle, scene } from "./page.js";
import { texts } from "./texts.js";

/** @typedef {{ url: string, title: string }} Step */

const longestTrail = 30;

/**
 * Goes to what an address leads to.
 *
 * @param {string} url
 * @param {object} options
 * @param {string} [options.app] - the app that the address comes from
 * @param {boolean} [options.replaces] - whether the present page leaves the history
 */
export function openURL(url, { app, replaces = false }) {
    const source = app ? `&from=${encodeURIComponent(app)}` : "";
    const path = `/open?url=${encodeURIComponent(url)}${source}`;
    if (replaces) {
        location.replace(path);
    } else {
        location.assign(path);
    }
}

/**
 * Returns the pages of apps that led to a page; a page that is opened again leads back to where it did before.
 *
 * @param {string} url
 * @returns {Step[]} the last one last
 */
function trailTo(url) {
    /** @type {Step[]} */
    const trail = JSON.parse(sessionStorage.getItem("trail") ?? "[]");
    const index = trail.findIndex((step) => step.url === url);
    return index >= 0 ? trail.slice(0, index) : trail.slice(-longestTrail);
}

/** @param {Step[]} trail */
function saveTrail(trail) {
    sessionStorage.setItem("trail", JSON.stringify(trail));
}

/**
 * Removes a page from the way back, since what it showed was deleted.
 *
 * @param {string} url
 */
export function forgetPage(url) {
    saveTrail(trailTo(url));
}

/** Notes this page for the way back, and lets the Back link lead to the page before it. */
export function updateTrail() {
    /** @type {HTMLAnchorElement | null} */
    const back = find(".back");
    /** @type {[path: string, title: string]} */
    const home = JSON.parse(sessionStorage.getItem("home") ?? "null") ?? ["/", texts.today];
    if (find(".tabs")) sessionStorage.setItem("home", JSON.stringify([location.pathname, pageTitle()]));
    // A page within Settings leads back there, as the server wrote it.
    if (back?.getAttribute("href") === "/") setBackLink(back, home[0], home[1]);
    if (!scene) {
        sessionStorage.removeItem("trail");
        return;
    }
    const trail = trailTo(scene);
    const previous = trail.at(-1);
    if (previous) setBackLink(back, `/app?url=${encodeURIComponent(previous.url)}`, previous.title);
    saveTrail([...trail, { url: scene, title: pageTitle() }]);
}

/**
 * @param {HTMLAnchorElement | null} link
 * @param {string} href
 * @param {string} title
 */
function setBackLink(link, href, title) {
    if (!link) return;
    link.href = href;
    const label = find("span", link);
    if (label) label.textContent = title;
}
