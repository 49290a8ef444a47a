// Ways to other pages, and the way back.

import { find } from "./dom.js";
import { replacePage } from "./layers.js";
import { pageTitle, scene } from "./page.js";
import { texts } from "./texts.js";

/**
 * A page of an app on the way back.
 *
 * @typedef {object} Step
 * @property {string} url
 * @property {string} title
 * @property {boolean} [isBeside] - whether a wide window shows it beside the pages that it leads to
 */

const longestTrail = 30;

/** Whether the window has room for two pages beside each other. */
export const wide = matchMedia("(min-width: 56.25em)");

/**
 * Goes to what an address leads to; one of the web opens in a tab of its own.
 *
 * @param {string} url
 * @param {object} options
 * @param {string} [options.app] - the app that the address comes from
 * @param {string} [options.opening] - what names the opening to the app's process
 * @param {boolean} [options.replaces] - whether the present page leaves the history
 */
export function openURL(url, { app, opening, replaces = false }) {
    const source = app ? `&from=${encodeURIComponent(app)}` : "";
    const name = opening ? `&opening=${encodeURIComponent(opening)}` : "";
    const path = `/open?url=${encodeURIComponent(url)}${source}${name}`;
    // A browser opens a tab only soon after the person did something; a late answer opens in this one.
    const opensTab = /^https?:/i.test(url) && navigator.userActivation?.isActive !== false;
    if (opensTab) {
        window.open(path, "_blank", "noopener");
    } else if (replaces) {
        replacePage(path);
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

/**
 * Lets a list be the last step, whatever was opened from it before: what is opened next takes that one's place.
 *
 * @param {Step} list
 */
export function endTrailAt(list) {
    saveTrail([...trailTo(list.url), list]);
}

/**
 * Whether two addresses show the same page; the server may write one of them in another way.
 *
 * @param {string} first
 * @param {string} second
 */
function isSamePage(first, second) {
    const [a, b] = [new URL(first), new URL(second)];
    return a.pathname === b.pathname && a.searchParams.get("url") === b.searchParams.get("url");
}

/**
 * Returns the addresses of the pages in this tab's history by the keys of their entries.
 *
 * The history itself does not tell them, since these pages send no referrer.
 *
 * @returns {Record<string, string>}
 */
function notedPlaces() {
    return JSON.parse(sessionStorage.getItem("places") ?? "{}");
}

/** Notes the address of this page, and forgets those that are no longer in the history. */
function notePlace() {
    const history = window.navigation;
    const key = history?.currentEntry?.key;
    if (!history || !key) return;
    const keys = new Set(history.entries().map((entry) => entry.key));
    const others = Object.entries(notedPlaces()).filter(([noted]) => keys.has(noted));
    sessionStorage.setItem("places", JSON.stringify({ ...Object.fromEntries(others), [key]: location.href }));
}

/**
 * Follows the Back link: goes back in the history if the page is there, so that it is where the person left it, and
 * otherwise takes this page's place. So the browser's own Back never leads to what was just left.
 *
 * @param {MouseEvent} event
 */
export function goBack(event) {
    const link = event.target instanceof Element && event.target.closest("a.back");
    if (!(link instanceof HTMLAnchorElement)) return;
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const history = window.navigation;
    const here = history?.currentEntry?.index ?? 0;
    const places = notedPlaces();
    const earlier = history?.entries().slice(0, here).reverse()
        .find(({ key }) => places[key] && isSamePage(places[key], link.href));
    if (history && earlier) {
        history.traverseTo(earlier.key);
    } else {
        replacePage(link.href);
    }
}

/** Notes this page for the way back, and lets the Back link lead to the page before it. */
export function updateTrail() {
    notePlace();
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
    saveTrail([...trail, { url: scene, title: pageTitle() }]);
    const update = () => updateBackLink(back, trail, home);
    wide.addEventListener("change", update);
    update();
}

/**
 * Lets the Back link of an app's page lead to the page before it: not to the list that stands beside it.
 *
 * @param {HTMLAnchorElement | null} back
 * @param {Step[]} trail - to this page
 * @param {[path: string, title: string]} home
 */
function updateBackLink(back, trail, home) {
    const list = find("#primary")?.dataset.scene;
    const last = trail.at(-1);
    const isBeside = wide.matches && list !== undefined && (last?.isBeside || last?.url === list);
    const previous = isBeside ? trail.at(-2) : last;
    if (previous) {
        setBackLink(back, `/app?url=${encodeURIComponent(previous.url)}`, previous.title);
    } else if (last) {
        setBackLink(back, home[0], home[1]);
    }
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
