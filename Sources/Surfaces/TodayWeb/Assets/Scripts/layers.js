// What lies over the page or changes it until it is closed: the sheets, the palette, and Edit. Each adds an entry to the
// history, so that the browser's Back closes it instead of leaving the page.
//
// An entry whose layer was closed in another way stays in the history. It is used by the next layer, and Back skips it.

/**
 * A dialog, or how to close something else.
 *
 * @typedef {HTMLDialogElement | (() => void)} Layer
 */

/**
 * The layers that are open, and dialogs that were closed since somebody looked; the topmost last.
 *
 * @type {Layer[]}
 */
let layers = [];

/** How many entries of layers lie between the page's own entry and the present one. */
let depth = depthOfEntry();

/** @returns {number} what the present entry says; a page that is loaded again keeps it */
function depthOfEntry() {
    return Number(history.state?.layer) || 0;
}

/** Removes the dialogs that are closed. Their own event comes only with the browser's next frame, which may be late. */
function forgetClosedDialogs() {
    layers = layers.filter((layer) => typeof layer === "function" || layer.open);
}

/**
 * Notes that a layer opened.
 *
 * @param {Layer} layer - is closed at most once, when the person goes back
 */
export function layerDidOpen(layer) {
    if (layers.includes(layer)) return;
    layers.push(layer);
    if (layers.length <= depth) return;
    depth = layers.length;
    history.pushState({ layer: depth }, "");
}

/**
 * Notes that a layer that is no dialog was closed, however that happened.
 *
 * @param {() => void} layer - what it was opened with
 */
export function layerDidClose(layer) {
    layers = layers.filter((each) => each !== layer);
}

/** Closes what is open when the person goes back. */
export function watchLayers() {
    addEventListener("popstate", () => {
        const before = depth;
        depth = depthOfEntry();
        forgetClosedDialogs();
        if (depth >= before) return;
        if (layers.length <= depth) {
            history.back();
        } else {
            for (const layer of layers.splice(depth).reverse()) {
                if (typeof layer === "function") layer(); else layer.close();
            }
        }
    });
}

/**
 * Goes to another page, to which a layer leads: Back leads from there to this page without the layer. A part of this
 * page is only scrolled to.
 *
 * @param {string} url
 */
export function leaveFor(url) {
    const { pathname, search, hash } = new URL(url, location.href);
    if (hash && pathname === location.pathname && search === location.search) {
        document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
        return;
    }
    if (depth > 0) location.replace(url); else location.assign(url);
}

/**
 * Goes to another page, which takes the place of this one and of all its layers in the history.
 *
 * @param {string} url
 */
export function replacePage(url) {
    if (depth === 0) {
        location.replace(url);
        return;
    }
    const steps = depth;
    depth = 0;
    layers = [];
    addEventListener("popstate", () => location.replace(url), { once: true });
    history.go(-steps);
}

/**
 * Opens a dialog over the page, which Back closes.
 *
 * @param {HTMLDialogElement} dialog
 */
export function openDialog(dialog) {
    if (dialog.open) return;
    forgetClosedDialogs();
    dialog.showModal();
    layerDidOpen(dialog);
}
