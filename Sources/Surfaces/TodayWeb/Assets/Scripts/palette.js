// The command palette: one field that finds commands, apps and what they find, texts on the screen, settings, messages
// and notifications.

import { find, findAll, required } from "./dom.js";
import { leaveFor, openDialog } from "./layers.js";
import { commands } from "./palette-items.js";
import { sleep } from "./requests.js";
import { texts } from "./texts.js";

/**
 * Something that the palette offers.
 *
 * @typedef {object} Item
 * @property {string} title
 * @property {string} kind - what it is, in the person's language
 * @property {string} [detail]
 * @property {string} [icon] - the address of a picture
 * @property {string} [href] - where it leads
 * @property {() => void} [run] - what it does, if it leads nowhere
 */

/** How many items are shown at most. */
const mostItems = 40;

/** How long the person must pause before the host is asked, in milliseconds: each search asks apps. */
const searchDelay = 120;

/** @type {Item[]} */
let items = [];
let chosen = 0;

/** @type {AbortController | null} */
let search = null;

/**
 * What the person chooses from, instead of what is found.
 *
 * @type {Item[] | undefined}
 */
let choices;

/** Whether the host did not answer the last search. */
let isUnanswered = false;

/** Whether the host is asked at the moment. */
let isSearching = false;

/** The dialog, which is made when it is opened first. */
function paletteDialog() {
    /** @type {HTMLDialogElement | null} */
    const existing = find("#palette");
    if (existing) return existing;
    const made = document.createElement("dialog");
    made.id = "palette";
    made.className = "palette";
    made.setAttribute("aria-label", texts.palette);
    const field = document.createElement("input");
    const list = document.createElement("ul");
    list.id = "palette-list";
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", texts.results);
    const attributes = {
        type: "text", role: "combobox", placeholder: texts.searchFor, autocomplete: "off", spellcheck: "false",
        "aria-label": texts.searchFor, "aria-controls": list.id, "aria-expanded": "true", "aria-autocomplete": "list",
    };
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
    field.addEventListener("input", update);
    made.addEventListener("keydown", handlePaletteKey);
    list.addEventListener("click", (event) => {
        const option = event.target instanceof Element ? event.target.closest("[role=option]") : null;
        if (option) activate(findAll("[role=option]", list).indexOf(/** @type {HTMLElement} */ (option)));
    });
    made.addEventListener("click", (event) => {
        if (event.target === made) made.close();
    });
    made.append(field, list);
    document.body.append(made);
    return made;
}

/**
 * Opens the palette with an empty field.
 *
 * @param {Item[]} [offered] - what the person chooses from, instead of what is found
 */
export function openPalette(offered) {
    choices = offered;
    const palette = paletteDialog();
    const field = /** @type {HTMLInputElement} */ (required("input", palette));
    field.value = "";
    openDialog(palette);
    field.focus();
    chosen = 0;
    update();
}

/** Shows what fits the text of the field: commands at once, and the rest when the host has answered. */
async function update() {
    const field = /** @type {HTMLInputElement} */ (required("#palette input"));
    const text = field.value.trim();
    const words = text.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
    const fitting = (choices ?? commands()).filter(({ title, kind }) => {
        const whole = `${title} ${kind}`.toLocaleLowerCase();
        return words.every((word) => whole.includes(word));
    });
    chosen = 0;
    isSearching = !choices;
    drawItems(ranked(fitting, text));
    search?.abort();
    if (choices) return;
    search = new AbortController();
    const { signal } = search;
    if (text) await sleep(searchDelay);
    if (signal.aborted) return;
    const answer = await fetch(`/search?q=${encodeURIComponent(text)}`, { signal }).catch(() => null);
    /** @type {(Item & { kind: keyof typeof texts.kinds | "entry", source?: string })[]} */
    const found = answer?.ok ? await answer.json().catch(() => []) : [];
    if (signal.aborted) return;
    isUnanswered = !answer?.ok;
    isSearching = false;
    const items = found.map((each) => {
        const kind = each.source ?? (each.kind === "entry" ? texts.kinds.app : texts.kinds[each.kind]);
        return { ...each, kind };
    });
    drawItems(ranked([...fitting, ...items], text));
}

/**
 * Returns items with those first whose title fits a text best; those that fit alike keep their order.
 *
 * @param {Item[]} unsorted
 * @param {string} text
 */
function ranked(unsorted, text) {
    const needle = text.toLocaleLowerCase();
    return [...unsorted].sort((a, b) => rank(a.title, needle) - rank(b.title, needle));
}

/**
 * How well a title fits a text, 0 best: it is the title, the title begins with it, a word of it does, or neither.
 *
 * @param {string} title
 * @param {string} needle - in small letters
 */
function rank(title, needle) {
    const whole = title.toLocaleLowerCase();
    if (whole === needle) return 0;
    if (whole.startsWith(needle)) return 1;
    for (let at = whole.indexOf(needle); at >= 0; at = whole.indexOf(needle, at + 1)) {
        if (!/[\p{L}\p{N}]/u.test(whole[at - 1])) return 2;
    }
    return 3;
}

/** @param {Item[]} newer */
function drawItems(newer) {
    // What the person has moved to stays chosen when better ones come before it.
    const former = chosen > 0 ? items[chosen] : undefined;
    items = newer.slice(0, mostItems);
    chosen = Math.max(0, items.findIndex((item) => item.title === former?.title && item.href === former.href));
    const list = required("#palette-list");
    list.replaceChildren(...items.map(option));
    if (items.length === 0 && !isSearching) {
        const nothing = document.createElement("li");
        nothing.textContent = isUnanswered ? texts.unreachable : texts.nothingFound;
        nothing.className = "none";
        nothing.setAttribute("role", "presentation");
        list.append(nothing);
    }
    choose(chosen);
}

/**
 * @param {Item} item
 * @param {number} index
 */
function option({ title, detail, icon, kind }, index) {
    const row = document.createElement("li");
    row.id = `palette-${index}`;
    row.setAttribute("role", "option");
    const picture = document.createElement(icon ? "img" : "i");
    picture.className = "icon";
    if (icon) Object.assign(picture, { src: icon, alt: "" });
    row.append(picture);
    for (const [name, text] of [["b", title], ["span", detail ?? ""], ["small", kind]]) {
        if (!text) continue;
        const part = document.createElement(name);
        part.textContent = text;
        row.append(part);
    }
    return row;
}

/** @param {number} index */
function choose(index) {
    chosen = index;
    const options = findAll("#palette-list [role=option]");
    options.forEach((each, at) => each.setAttribute("aria-selected", String(at === index)));
    const field = required("#palette input");
    const option = options[index];
    if (option) {
        field.setAttribute("aria-activedescendant", option.id);
        option.scrollIntoView({ block: "nearest" });
    } else {
        field.removeAttribute("aria-activedescendant");
    }
}

/** @param {KeyboardEvent} event */
function handlePaletteKey(event) {
    if (event.isComposing) return;
    const steps = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1 });
    const step = steps[event.key];
    if (step && items.length) {
        event.preventDefault();
        choose((chosen + step + items.length) % items.length);
    } else if (event.key === "Enter") {
        event.preventDefault();
        activate(chosen);
    }
}

/** @param {number} index */
function activate(index) {
    const item = items[index];
    if (!item) return;
    paletteDialog().close();
    if (item.href) {
        leaveFor(item.href);
    } else {
        item.run?.();
    }
}
