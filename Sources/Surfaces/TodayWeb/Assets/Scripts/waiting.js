// The list of taps that wait until the host can be reached.

import { find } from "./dom.js";
import { main } from "./page.js";
import { announce } from "./status.js";
import { texts } from "./texts.js";

/**
 * Shows the taps that wait, each with a button that withdraws it; removes the list if there are none.
 *
 * @param {{ id: string, label: string }[]} taps - the oldest first
 */
export function drawWaiting(taps) {
    const old = find("#waiting");
    if (taps.length === 0) {
        old?.remove();
        return;
    }
    const section = document.createElement("section");
    section.id = "waiting";
    section.setAttribute("aria-labelledby", "waiting-title");
    const title = document.createElement("h2");
    title.id = "waiting-title";
    title.textContent = texts.waiting(taps.length);
    const list = document.createElement("ul");
    list.append(...taps.map(row));
    section.append(title, list);
    // A button that is being pressed stays, however often the host is tried meanwhile.
    if (old?.isEqualNode(section)) return;
    if (old) {
        old.replaceWith(section);
    } else {
        main.prepend(section);
        announce(title.textContent);
    }
}

/** @param {{ id: string, label: string }} tap */
function row({ id, label }) {
    const row = document.createElement("li");
    const name = document.createElement("span");
    name.textContent = label || texts.anAction;
    name.dir = "auto";
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.withdraw = id;
    button.textContent = texts.withdraw;
    button.setAttribute("aria-label", texts.withdrawNamed(label || texts.anAction));
    row.append(name, button);
    return row;
}
