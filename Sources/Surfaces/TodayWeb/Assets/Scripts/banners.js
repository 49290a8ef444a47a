// Banners: new notifications slide in, and go by themselves after some seconds. That does not dismiss the notification.
// Where the list shows the notification already, its row stands out for as long instead.

import { find, findAll, parse, required, requiredAncestor } from "./dom.js";
import { redraw } from "./redraw.js";
import { announce } from "./status.js";

const millisecondsShown = 6000;
const mostBanners = 3;

/** @type {WeakMap<HTMLElement, ReturnType<typeof setTimeout>>} */
const timers = new WeakMap();

/**
 * Hides a banner after some seconds, unless the pointer or the focus is in it then, or the person has expanded it.
 *
 * @param {HTMLElement} banner
 */
function hideLater(banner) {
    clearTimeout(timers.get(banner));
    const timer = setTimeout(() => {
        if (!banner.matches(":hover,:focus-within,:has(> [aria-expanded=true])")) hideBanner(banner);
    }, millisecondsShown);
    timers.set(banner, timer);
}

/**
 * Lets a banner slide out and removes it; does nothing if it is sliding out already.
 *
 * @param {HTMLElement} banner
 */
export function hideBanner(banner) {
    if (banner.inert) return;
    const hadFocus = banner.contains(document.activeElement);
    banner.inert = true;
    if (hadFocus) {
        const next = find("#banners > li:not([inert]) button") ?? find(".tabs [aria-current],.back");
        next?.focus({ preventScroll: true });
    }
    const animations = banner.getAnimations().map((animation) => animation.finished);
    Promise.allSettled(animations).then(() => banner.remove());
}

/**
 * Hides the banners of notifications that are gone.
 *
 * @param {(id: number) => boolean} isGone
 */
export function hideBanners(isGone) {
    for (const banner of findAll("#banners > li")) {
        if (isGone(Number(banner.dataset.id))) hideBanner(banner);
    }
}

/**
 * Draws a banner, and lets it slide in if it is new and is to be announced.
 *
 * @param {object} banner
 * @param {number} banner.id - of the notification
 * @param {string} banner.html
 * @param {string} [banner.spoken] - what is read aloud; without it only a banner that is shown is drawn again
 */
export function showBanner({ id, html, spoken }) {
    let banner = document.getElementById(`b-${id}`);
    if (banner?.inert) {
        banner.remove();
        banner = null;
    }
    if (banner) redraw(banner, html);
    if (!spoken) return;
    announce(spoken);
    if (!banner) {
        if (highlightRow(id)) return;
        banner = /** @type {HTMLElement} */ (parse(html).firstElementChild);
        insertBanner(banner);
    }
    hideLater(banner);
}

/**
 * Lets the row of a new notification stand out for a while, if the list shows it where the person looks.
 *
 * @param {number} id - of the notification
 * @returns {boolean} whether it does
 */
function highlightRow(id) {
    const row = document.getElementById(`n-${id}`);
    if (!row?.checkVisibility()) return false;
    const box = row.getBoundingClientRect();
    const place = requiredAncestor(row, ".groups").getBoundingClientRect();
    const bar = required(".top").getBoundingClientRect();
    const middle = box.top + box.height / 2;
    if (middle < Math.max(place.top, bar.bottom) || middle > Math.min(place.bottom, innerHeight)) return false;
    row.dataset.fresh = "";
    setTimeout(() => delete row.dataset.fresh, millisecondsShown);
    return true;
}

/** @param {HTMLElement} banner */
function insertBanner(banner) {
    required("#banners").prepend(banner);
    for (const event of ["pointerleave", "focusout"]) {
        banner.addEventListener(event, () => hideLater(banner));
    }
    for (const older of findAll("#banners > li:not([inert])").slice(mostBanners)) hideBanner(older);
}
