// Changes elements of the page into newer ones, and keeps what the person did: focus, selection, typed text, details
// that are open.

import { find } from "./dom.js";

/** Attributes that belong to the script or to the person wherever they stand; the server does not write them. */
const ownAttributes = new Set([
    "data-touched", "data-was", "aria-busy", "aria-invalid", "data-armed", "data-broken", "data-cut", "data-pending",
    "data-fresh",
]);

/** Attributes that belong to the script or to the person on certain elements. */
const ownAttributesBySelector = [
    { selector: ".widget", names: ["data-expanded"] },
    { selector: "#widgets > *", names: ["style"] },
    { selector: "#widget-menu, #widget-menu *", names: ["style", "hidden", "aria-checked", "href", "disabled"] },
    { selector: ".question", names: ["hidden"] },
    { selector: ".more", names: ["aria-expanded", "aria-label", "hidden"] },
    { selector: "[data-write], [data-expand], .stack", names: ["aria-expanded"] },
    { selector: "[data-pending]", names: ["aria-describedby"] },
    { selector: ".frame", names: ["data-overflows", "data-faded", "data-revealed", "tabindex", "role", "aria-label"] },
    { selector: "details", names: ["open"] },
    { selector: "#pushes, #no-pushes", names: ["hidden"] },
    { selector: "iframe", names: ["style", "data-fitted", "tabindex"] },
];

/** What the script alone fills, among it the error of an input, which stays until the person changes the input. */
const ownContent = ".hops, [data-error-for]:not([hidden])";

/**
 * @param {HTMLElement} element
 * @param {string} name
 */
function keepsAttribute(element, name) {
    if (ownAttributes.has(name)) return true;
    if (name === "hidden" && element.dataset.was !== undefined) return true;
    if (name === "disabled" && element.getAttribute("aria-busy") === "true") return true;
    return ownAttributesBySelector.some(({ selector, names }) => names.includes(name) && element.matches(selector));
}

/**
 * Returns what tells an element from its siblings: its id or, in a card, the choice that it offers or the address that
 * its row opens; an empty text if nothing does.
 *
 * @param {Node} node
 */
function keyOf(node) {
    if (!(node instanceof Element)) return "";
    if (node.id) return node.id;
    const first = node.firstElementChild;
    if (node.matches(".ac-choice")) return `choice ${first instanceof HTMLInputElement ? first.value : undefined}`;
    if (first?.matches("a.ac-select")) return `row ${first.getAttribute("href")}`;
    return "";
}

/**
 * The type of an input or a button; `undefined` for what has none.
 *
 * @param {Node} node
 */
function typeOf(node) {
    return "type" in node ? /** @type {HTMLInputElement} */ (node).type : undefined;
}

/**
 * Changes an element of the page, or a text in it, into a newer one.
 *
 * @param {Node} from - what the page shows
 * @param {Node} to - the newer one, which is not part of the page
 */
export function morph(from, to) {
    if (from instanceof Element) {
        morphElement(/** @type {HTMLElement} */ (from), /** @type {HTMLElement} */ (to));
    } else if (from.nodeValue !== to.nodeValue) {
        from.nodeValue = to.nodeValue;
    }
}

/**
 * @param {HTMLElement} from
 * @param {HTMLElement} to
 */
function morphElement(from, to) {
    // What the person showed or hid stays so until the app itself says otherwise.
    const { was } = from.dataset;
    if (was !== undefined && (was === "hidden") !== to.hidden) delete from.dataset.was;
    if (from.matches(ownContent) && from.dataset.errorFor === to.dataset.errorFor) return;
    morphAttributes(from, to);
    if (from instanceof HTMLInputElement) {
        if (isInUse(from)) return;
        morphInput(from, /** @type {HTMLInputElement} */ (to));
    }
    if (!(from instanceof HTMLTextAreaElement || from instanceof HTMLSelectElement)) {
        morphChildren(from, to);
    } else if (from.dataset.touched === undefined) {
        morphChildren(from, to);
        from.value = /** @type {HTMLSelectElement} */ (to).value;
    }
}

/**
 * @param {HTMLElement} from
 * @param {HTMLElement} to
 */
function morphAttributes(from, to) {
    for (const { name } of [...from.attributes]) {
        if (!to.hasAttribute(name) && !keepsAttribute(from, name)) from.removeAttribute(name);
    }
    for (const { name, value } of to.attributes) {
        if (from.getAttribute(name) !== value && !keepsAttribute(from, name)) from.setAttribute(name, value);
    }
}

/**
 * Tells whether a person has changed an input, or is about to: a date or time that is half typed has no value yet.
 *
 * @param {HTMLInputElement} input
 */
function isInUse(input) {
    return input.dataset.touched !== undefined || input.validity.badInput;
}

/**
 * @param {HTMLInputElement} from
 * @param {HTMLInputElement} to
 */
function morphInput(from, to) {
    if (from.type === "checkbox" || from.type === "radio") {
        from.checked = to.checked;
    } else {
        from.value = to.value;
    }
}

/**
 * @param {HTMLElement} from
 * @param {HTMLElement} to
 */
function morphChildren(from, to) {
    const wanted = [...to.childNodes];
    const wantedKeys = new Set(wanted.map(keyOf));
    for (const child of [...from.children]) {
        if (keyOf(child) && !wantedKeys.has(keyOf(child))) child.remove();
    }

    // Everything before `position` is done, so of two children with the same key each is matched once.
    let position = from.firstChild;
    for (const next of wanted) {
        let match = matching(next, position);
        if (match && (match.nodeName !== next.nodeName || typeOf(match) !== typeOf(next))) {
            if (match === position) position = position.nextSibling;
            match.remove();
            match = null;
        }
        if (!match) {
            insert(next, from, position);
            continue;
        }
        if (match === position) {
            position = position.nextSibling;
        } else {
            from.insertBefore(match, position);
        }
        morph(match, next);
    }

    while (position) {
        const surplus = position;
        position = position.nextSibling;
        surplus.remove();
    }
}

/**
 * Finds the child that becomes a newer one: the one with the same key or, without a key, the next in place.
 *
 * @param {ChildNode} next
 * @param {ChildNode | null} position - the first child that is not matched yet
 * @returns {ChildNode | null}
 */
function matching(next, position) {
    const key = keyOf(next);
    if (!key) {
        return position && position.nodeName === next.nodeName && !keyOf(position) ? position : null;
    }
    let candidate = position;
    while (candidate && keyOf(candidate) !== key) candidate = candidate.nextSibling;
    return candidate;
}

/**
 * @param {ChildNode} next
 * @param {HTMLElement} parent
 * @param {ChildNode | null} position
 */
function insert(next, parent, position) {
    const inserted = parent.insertBefore(document.importNode(next, true), position);
    // A choice that arrives while the person is choosing was not chosen by them, so it is off until they do.
    if (inserted instanceof Element && inserted.matches(".ac-choice") && find("[data-touched]", parent)) {
        const input = /** @type {HTMLInputElement} */ (inserted.firstElementChild);
        input.checked = false;
        input.dataset.touched = "";
    }
}
