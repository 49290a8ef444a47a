// Draws what the stream says of the outbox: the link to it beside the tabs, and its content on its own page.

import { find } from "./dom.js";
import { shortNumber } from "./page.js";
import { redraw } from "./redraw.js";

/**
 * @param {object} change
 * @param {number} change.count - of the actions that apps have not processed
 * @param {string} change.label - the link's text for screen readers
 * @param {string} [change.html] - markup, on the page of the outbox
 */
export function drawOutbox({ count, label, html }) {
    const link = find("#outbox-link");
    if (link) {
        link.hidden = count === 0;
        link.setAttribute("aria-label", label);
        const number = find(".count", link);
        if (number) number.textContent = shortNumber(count);
    }
    const outbox = find("#outbox");
    if (outbox && html) redraw(outbox, html);
}
