// Finding elements, parsing markup, and the busy state of buttons.

/** The root element; its classes hold the state of the whole page. */
export const root = document.documentElement;

/** A selector of what the keyboard can reach. */
export const focusable = "a[href],button:not([disabled]),input,select,textarea,summary";

/**
 * Returns the first element that matches a selector.
 *
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {T | null}
 */
export function find(selector, within = document) {
    return within.querySelector(selector);
}

/**
 * Returns the first element that matches a selector, and throws if there is none.
 *
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {T}
 */
export function required(selector, within = document) {
    /** @type {T | null} */
    const element = find(selector, within);
    if (!element) throw new Error(`The page has no ${selector}`);
    return element;
}

/**
 * Returns all elements that match a selector, in the order of the document.
 *
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {T[]}
 */
export function findAll(selector, within = document) {
    /** @type {NodeListOf<T>} */
    const elements = within.querySelectorAll(selector);
    return [...elements];
}

/**
 * Returns the closest ancestor that matches a selector, the element itself included; throws if there is none.
 *
 * @template {Element} [T=HTMLElement]
 * @param {Element} element
 * @param {string} selector
 * @returns {T}
 */
export function requiredAncestor(element, selector) {
    /** @type {T | null} */
    const ancestor = element.closest(selector);
    if (!ancestor) throw new Error(`There is no ${selector} around the element`);
    return ancestor;
}

/**
 * Parses markup of the server into elements that are not part of the page yet.
 *
 * @param {string} html
 */
export function parse(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content;
}

/**
 * Marks a button as waiting for an answer.
 *
 * A busy button keeps the focus, which a disabled one would lose.
 *
 * @param {HTMLElement} button
 * @param {boolean} isOn
 */
export function setBusy(button, isOn) {
    if (isOn) {
        button.setAttribute("aria-busy", "true");
    } else {
        button.removeAttribute("aria-busy");
    }
}

/** @param {HTMLButtonElement} button */
export function isBusy(button) {
    return button.disabled || button.getAttribute("aria-busy") === "true";
}
