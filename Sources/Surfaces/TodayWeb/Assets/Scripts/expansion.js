// Show More and Show Less. The expanded widgets stand in a cookie, so that the first paint shows them expanded.

import { cookie, setCookie } from "./cookies.js";
import { find, findAll, requiredAncestor } from "./dom.js";

const cookieName = "today_expanded";
const cookieLimit = 50;

/** The ids of the expanded widgets, the last one expanded last. */
const expanded = new Set(cookie(cookieName).split(",").filter(Boolean));

/** Shows each widget expanded or not, and what its button does. */
export function updateExpansion() {
    for (const widget of findAll(".widget")) {
        const button = find(".more", widget);
        const isExpanded = button !== null && expanded.has(widget.dataset.widget ?? "");
        widget.toggleAttribute("data-expanded", isExpanded);
        if (button) {
            button.setAttribute("aria-expanded", String(isExpanded));
            button.textContent = isExpanded ? "Show Less" : "Show More";
        }
    }
}

/** @param {HTMLElement} button */
export function toggleExpansion(button) {
    const id = requiredAncestor(button, ".widget").dataset.widget ?? "";
    if (!expanded.delete(id)) expanded.add(id);
    setCookie(cookieName, [...expanded].slice(-cookieLimit).join(","));
    updateExpansion();
}
