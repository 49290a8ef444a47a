// What the server wrote about the page as a whole, and the page's title.

import { find, required } from "./dom.js";

/** The content of the page; its data attributes say what the page shows. */
export const main = required("main");

/** The region of new notifications; its data attributes say what the page knows of notifications. */
export const notices = required("#notices");

/** The address of the app's page that this page shows; `undefined` on the pages of Today itself. */
export const scene = main.dataset.scene;

/** The greatest number that the icon of the page writes out. */
const mostOnIcon = 99;

let title = notices.dataset.title ?? document.title;

/** The title of the page without the sum of the badges. */
export function pageTitle() {
    return title;
}

/** @param {string} text */
export function setPageTitle(text) {
    title = text;
    showBadgeInTitle();
}

/** Writes the sum of the badges before the title, and on the icon of the page. */
export function showBadgeInTitle() {
    const sum = Number(notices.dataset.badge);
    document.title = sum ? `(${shortNumber(sum)}) ${title}` : title;
    const icon = find("#icon");
    const address = `/icon/${Math.min(sum, mostOnIcon + 1)}.svg`;
    if (icon?.getAttribute("href") !== address) icon?.setAttribute("href", address);
    showBadgeOfApp();
}

/** Writes the sum of the badges on the icon of the installed app, where the browser has one. */
export function showBadgeOfApp() {
    navigator.setAppBadge?.(Number(notices.dataset.badge)).catch(() => {});
}

/** How often a page that is hidden asks for its number, in milliseconds; it has no stream. */
const badgeInterval = 30_000;

/** @type {number | undefined} */
let badgeTimer;

/**
 * Keeps the number in the title and on the icon up to date while the page is hidden, since they are seen all the same.
 *
 * @param {boolean} isHidden
 */
export function followBadge(isHidden) {
    clearInterval(badgeTimer);
    if (isHidden) badgeTimer = setInterval(fetchBadge, badgeInterval);
}

async function fetchBadge() {
    const answer = await fetch("/api/notifications/summary").catch(() => null);
    /** @type {{ badges: Record<string, number> } | null} */
    const summary = answer?.ok ? await answer.json().catch(() => null) : null;
    if (!summary || !document.hidden) return;
    notices.dataset.badge = String(Object.values(summary.badges).reduce((sum, each) => sum + each, 0));
    showBadgeInTitle();
}

/**
 * Returns a number of at most four digits, as the server writes it.
 *
 * @param {number} number
 */
export function shortNumber(number) {
    return number > 9999 ? "9999+" : String(number);
}
