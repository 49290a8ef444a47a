// What lies over the page or changes it until it is closed: the sheets, the palette, and Edit. Each adds an entry to the
// history, so that the browser's Back closes it instead of leaving the page.
//
// An entry whose layer was closed in another way stays in the history. It is used by the next layer, and Back skips it.

/**
 * How to close each layer that is open, the topmost last.
 *
 * @type {(() => void)[]}
 */
const layers = [];

/** How many entries of layers lie between the page's own entry and the present one. */
let depth = depthOfEntry();

/** @returns {number} what the present entry says; a page that is loaded again keeps it */
function depthOfEntry() {
    return Number(history.state?.layer) || 0;
}

/**
 * Notes that a layer opened.
 *
 * @param {() => void} close - closes it; called at most once, when the person goes back
 */
export function layerDidOpen(close) {
    if (layers.includes(close)) return;
    layers.push(close);
    if (layers.length <= depth) return;
    depth = layers.length;
    history.pushState({ layer: depth }, "");
}

/**
 * Notes that a layer was closed, however that happened.
 *
 * @param {() => void} close - what it was opened with
 */
export function layerDidClose(close) {
    const index = layers.indexOf(close);
    if (index >= 0) layers.splice(index, 1);
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
            while (layers.length > depth) layers.pop()?.();
        }
    });
}

/** Removes the layers of dialogs that are closed already and whose events have not come yet. */
function forgetClosedDialogs() {
    for (const dialog of document.querySelectorAll("dialog")) {
        const close = closers.get(dialog);
        if (close && !dialog.open) layerDidClose(close);
    }
}

/**
 * Goes to another page, to which a layer leads: Back leads from there to this page without the layer.
 *
 * @param {string} url
 */
export function leaveFor(url) {
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
    layers.length = 0;
    addEventListener("popstate", () => location.replace(url), { once: true });
    history.go(-steps);
}

/**
 * How to close each dialog that was opened once.
 *
 * @type {WeakMap<HTMLDialogElement, () => void>}
 */
const closers = new WeakMap();

/**
 * Opens a dialog over the page, which Back closes.
 *
 * @param {HTMLDialogElement} dialog
 */
export function openDialog(dialog) {
    if (dialog.open) return;
    dialog.showModal();
    layerDidOpen(closer(dialog));
}

/** @param {HTMLDialogElement} dialog */
function closer(dialog) {
    const known = closers.get(dialog);
    if (known) return known;
    const close = () => dialog.close();
    dialog.addEventListener("close", () => {
        // It may have been opened again before the browser tells that it was closed.
        if (!dialog.open) layerDidClose(close);
    });
    closers.set(dialog, close);
    return close;
}
