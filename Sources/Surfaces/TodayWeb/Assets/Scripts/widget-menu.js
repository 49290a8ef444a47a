// The menu of a widget while the person edits the screen: its size, its place, its configuration.

import { findAll, required, requiredAncestor } from "./dom.js";
import { addAgain, moveWidget, neighbour, resizeWidget, showSize } from "./editor.js";

/**
 * The button whose menu is open.
 *
 * @type {HTMLElement | undefined}
 */
let opener;

/** @param {HTMLElement} button */
export function openWidgetMenu(button) {
    const menu = required("#widget-menu");
    const widget = requiredAncestor(button, ".widget");
    const { sizes = "", configure, next } = button.dataset;
    opener = button;
    const offered = sizes.split(" ");
    required(".sizes", menu).hidden = offered.length < 2;
    for (const item of findAll("[data-size]", menu)) {
        item.hidden = !offered.includes(item.dataset.size ?? "");
        item.setAttribute("aria-checked", String(item.dataset.size === widget.dataset.family));
    }
    const link = /** @type {HTMLAnchorElement} */ (required("[data-configure]", menu));
    link.hidden = configure === undefined;
    if (configure) link.href = configure;
    required("[data-again]", menu).hidden = next === undefined;
    for (const item of /** @type {HTMLButtonElement[]} */ (findAll("[data-move]", menu))) {
        item.disabled = !neighbour(widget, Number(item.dataset.move));
    }
    menu.showPopover();
    placeMenu(menu, button.getBoundingClientRect());
    const items = menuItems(menu);
    (items.find((item) => item.getAttribute("aria-checked") === "true") ?? items[0])?.focus();
}

/**
 * Puts the menu below a button, or above it where there is no room.
 *
 * @param {HTMLElement} menu
 * @param {DOMRect} button
 */
function placeMenu(menu, button) {
    const { offsetWidth: width, offsetHeight: height } = menu;
    const left = Math.max(8, Math.min(button.right - width, innerWidth - width - 8));
    const top = button.bottom + height + 12 < innerHeight ? button.bottom + 4 : button.top - height - 4;
    menu.style.left = `${left}px`;
    menu.style.top = `${Math.max(8, top)}px`;
}

/** @param {HTMLElement} menu */
function menuItems(menu) {
    return findAll("[role^=menuitem]", menu).filter((item) => item.checkVisibility() && !item.matches(":disabled"));
}

/** The widget whose menu is open. */
function openedWidget() {
    return opener ? requiredAncestor(opener, ".widget") : null;
}

/** @param {HTMLElement} item */
export function chooseFromWidgetMenu(item) {
    const widget = openedWidget();
    const { size, move } = item.dataset;
    if (!widget) return;
    if (size) resizeWidget(widget, size, item.textContent ?? "");
    required("#widget-menu").hidePopover();
    if (move) moveWidget(widget, Number(move));
    if (item.matches("[data-again]")) addAgain(widget, opener?.dataset.next ?? "");
}

/**
 * Moves the focus in the menu; a size that has it shows in the grid.
 *
 * @param {KeyboardEvent} event
 */
function moveFocus(event) {
    const menu = required("#widget-menu");
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = menuItems(menu);
    const index = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    all[(index + step + all.length) % all.length]?.focus();
}

/** @param {Event} event */
function preview({ target }) {
    const size = target instanceof Element ? target.closest("[data-size]") : null;
    const widget = openedWidget();
    if (widget && target instanceof Element && target.closest("#widget-menu")) {
        showSize(widget, (size instanceof HTMLElement && size.dataset.size) || widget.dataset.family || "");
    }
}

/** @param {Event} event */
function handleToggle(event) {
    const isClosed = event instanceof ToggleEvent && event.newState === "closed";
    if (!isClosed || !(event.target instanceof Element) || !event.target.matches("#widget-menu")) return;
    const widget = openedWidget();
    if (widget) showSize(widget, widget.dataset.family ?? "");
    opener = undefined;
}

/** Follows the keyboard and the pointer in the menu. */
export function watchWidgetMenu() {
    document.addEventListener("keydown", (event) => {
        if (event.target instanceof Element && event.target.closest("#widget-menu")) moveFocus(event);
    });
    document.addEventListener("focusin", preview);
    document.addEventListener("pointerover", preview);
    document.addEventListener("toggle", handleToggle, true);
}
