// The page of an app that stands beside another one in a wide window, such as a list; and the way through its rows.

import { find, findAll, required } from "./dom.js";
import { replacePage } from "./layers.js";
import { endTrailAt, wide } from "./navigation.js";
import { pageTitle, scene } from "./page.js";
import { redraw } from "./redraw.js";
import { load } from "./requests.js";
import { addRules } from "./rules.js";

const rows = "#primary a.ac-select, .split:has(> .placeholder) #card a.ac-select";
const primaryKey = "primary";

/** @typedef {{ url: string, top: number, hasFocus: boolean }} Place - where the person was in the list */

/** Whether the list is drawn for the first time on this page. */
let isNew = true;

/** Draws the page that stands beside this one, if the window has room for it. */
export async function drawPrimary() {
    const place = find("#primary");
    const url = place?.dataset.scene;
    if (!place || !url || !wide.matches) return;
    const answer = await load(`/app/card?url=${encodeURIComponent(url)}&primary=1`);
    if (!answer?.ok) return;
    const page = await answer.json();
    addRules(page.rules);
    redraw(required("#primary-card"), page.html);
    const current = markCurrent();
    if (isNew) restorePlace(place, url, current);
    isNew = false;
}

/**
 * Marks the row that leads to the page beside the list.
 *
 * @returns {HTMLElement | undefined}
 */
function markCurrent() {
    /** @type {HTMLAnchorElement[]} */
    const links = findAll(rows);
    const current = links.find((link) => new URL(link.href).searchParams.get("url") === scene);
    current?.setAttribute("aria-current", "page");
    return current;
}

/**
 * Scrolls the list to where it was on the page before, and gives the focus back to the row that was opened.
 *
 * @param {HTMLElement} place
 * @param {string} url
 * @param {HTMLElement | undefined} current
 */
function restorePlace(place, url, current) {
    /** @type {Place | null} */
    const before = JSON.parse(sessionStorage.getItem(primaryKey) ?? "null");
    if (before?.url === url) place.scrollTop = before.top;
    const box = current?.closest(".ac-selectable")?.getBoundingClientRect();
    const frame = place.getBoundingClientRect();
    if (box && (box.top < frame.top || box.bottom > Math.min(frame.bottom, innerHeight))) {
        place.scrollTop += box.top - frame.top - frame.height / 3;
    }
    if (before?.hasFocus) current?.focus({ preventScroll: true });
}

/** Notes for the next page where the person is in the list. */
function savePlace() {
    const place = find("#primary");
    const url = place?.dataset.scene ?? scene;
    const hasFocus = Boolean(document.activeElement?.matches(rows));
    sessionStorage.setItem(primaryKey, JSON.stringify({ url, top: place?.scrollTop ?? scrollY, hasFocus }));
}

/**
 * Opens what a row beside it leads to in this page's place, so that Back leaves the list instead of walking through
 * everything that was read.
 *
 * @param {MouseEvent} event
 */
function openRow(event) {
    const link = event.target instanceof Element && event.target.closest(rows);
    if (!(link instanceof HTMLAnchorElement) || !wide.matches || link.target) return;
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const place = find("#primary");
    const title = place?.getAttribute("aria-label") ?? pageTitle();
    endTrailAt({ url: place?.dataset.scene ?? scene ?? "", title, isBeside: true });
    replacePage(link.href);
}

/** Draws the page beside this one, also when the window becomes wide, and remembers the place in it. */
export function watchPrimary() {
    if (!find(".split")) return;
    wide.addEventListener("change", drawPrimary);
    document.addEventListener("click", openRow);
    addEventListener("pagehide", savePlace);
    drawPrimary();
}

/**
 * Moves the focus to the row above or below.
 *
 * @param {KeyboardEvent} event
 * @param {HTMLElement} target
 * @returns {boolean} whether the key was for the list
 */
export function moveThroughRows(event, target) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !(target === document.body || target.matches(rows))) return false;
    const links = findAll(rows).filter((link) => link.checkVisibility());
    const current = links.findIndex(
        (link) => link === target || link.hasAttribute("aria-current") && target === document.body,
    );
    const next = links[current < 0 ? 0 : current + step];
    if (!next) return false;
    event.preventDefault();
    next.focus();
    return true;
}
