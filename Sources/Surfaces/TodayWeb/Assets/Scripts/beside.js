// The column of notifications beside the screen, in windows that have room for it.

import { setCookie } from "./cookies.js";
import { find, parse } from "./dom.js";
import { updateAges } from "./dates.js";

const isWide = matchMedia("(min-width: 73.75em)");

/** Whether the list is on its way. */
let isLoading = false;

/**
 * The list of before the window became narrow, which is shown again if the host cannot be reached.
 *
 * @type {HTMLElement | null}
 */
let former = null;

/**
 * Shows the column, or removes its list if the window has no room for it.
 *
 * @returns {Promise<boolean>} whether the list came or went, so that the stream must follow it or not
 */
export async function updateColumn() {
    const column = find("#beside");
    if (!column) return false;
    // The server then draws the list with the rest of the page.
    setCookie("today_wide", isWide.matches ? "1" : "");
    const list = find("#list", column);
    if (!isWide.matches) {
        former = list ?? former;
        list?.remove();
        return list !== null;
    }
    if (list && list !== former || isLoading) return false;
    isLoading = true;
    const page = await fetch("/notifications").then((answer) => answer.ok ? answer.text() : "").catch(() => "");
    isLoading = false;
    const newer = find("#list", parse(page));
    if (!isWide.matches) return false;
    if (!newer) {
        // It is asked for again when the stream opens.
        if (former && !find("#list")) column.append(former);
        return false;
    }
    former?.remove();
    former = null;
    // What came after the page was drawn comes with the stream, too.
    if (find("#list")) return false;
    column.append(newer);
    updateAges();
    return true;
}

/**
 * Follows the width of the window.
 *
 * @param {() => void} reconnect - called when the stream must follow the list, or need not any more
 */
export function watchWidth(reconnect) {
    const update = async () => {
        if (await updateColumn()) reconnect();
    };
    isWide.addEventListener("change", update);
    update();
}
