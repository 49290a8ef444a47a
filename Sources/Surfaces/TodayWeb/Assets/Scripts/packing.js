// Packing: how many rows of the grid each card takes, so that a card is as high as its content and leaves no hole below
// it, and which cards of one column take a second one that would be empty. Both stand in cookies, so that the first paint
// has them.

import { cookie, setCookie } from "./cookies.js";
import { find, findAll } from "./dom.js";

const rowsCookie = "today_rows";
const spreadCookie = "today_spread";
const packedLimit = 50;

/** How many rows a card grows at most to close a hole that no other card fits into. */
const largestGrowth = 2;

/** Gives each card of the grid its rows; in a single column, cards are as high as their content. */
export function packCards() {
    const grid = find("#widgets");
    if (!grid) return;
    const cards = findAll("#widgets > *").filter((card) => card.checkVisibility());
    const style = getComputedStyle(grid);
    if (!style.gridTemplateColumns.includes(" ")) {
        for (const card of cards) {
            card.style.removeProperty("--rows");
            card.classList.remove("spread");
        }
        return;
    }
    const gap = parseFloat(style.rowGap);
    const period = parseFloat(style.gridAutoRows.replace("minmax(", "")) + gap;
    const rows = measure(grid, cards, gap, period);
    for (const card of cards) card.classList.remove("spread");
    cards.forEach((card, index) => setRows(card, rows[index]));
    for (const card of cards) widen(card, cards, grid, gap);
    const growth = cards.map((card) => growthOf(card, cards, gap, period));
    cards.forEach((card, index) => setRows(card, rows[index] + growth[index]));
    keep(cards, rows.map((count, index) => count + growth[index]));
}

/**
 * Returns how many rows the content of each card needs.
 *
 * @param {HTMLElement} grid
 * @param {HTMLElement[]} cards
 * @param {number} gap - between rows, in pixels
 * @param {number} period - the height of a row with its gap
 */
function measure(grid, cards, gap, period) {
    grid.classList.add("measuring");
    const heights = cards.map((card) => card.offsetHeight);
    grid.classList.remove("measuring");
    return cards.map((card, index) => {
        // A card that grows or shrinks at the moment has the height of its end already.
        const isMoving = find(".cards", card)?.getAnimations().length;
        const needed = isMoving
            ? Number(card.style.getPropertyValue("--rows")) : Math.ceil((heights[index] + gap - 1) / period);
        return Math.max(leastRows(card), needed);
    });
}

/** @param {HTMLElement} card */
function leastRows(card) {
    return card.matches(".large") ? 8 : card.matches(".widget") ? 4 : 1;
}

/**
 * @param {HTMLElement} card
 * @param {number} count
 */
function setRows(card, count) {
    if (card.style.getPropertyValue("--rows") !== String(count)) card.style.setProperty("--rows", String(count));
}

/**
 * Gives a card of one column the empty one beside it, if nothing else moves for that; at the end of the screen it stays
 * as it is.
 *
 * @param {HTMLElement} card
 * @param {HTMLElement[]} cards
 * @param {HTMLElement} grid
 * @param {number} gap
 */
function widen(card, cards, grid, gap) {
    const [top, end, height] = [card.offsetTop, card.offsetTop + card.offsetHeight, grid.offsetHeight];
    if (card.matches(".medium,.large,.wide,.setup") || !cards.some((other) => other.offsetTop >= end)) return;
    const edge = card.offsetParent === grid ? 0 : grid.offsetLeft;
    const step = card.offsetWidth + gap;
    const isFree = [card.offsetLeft - step, card.offsetLeft + step].some((start) => (
        start > edge - 1 && start + card.offsetWidth < edge + grid.offsetWidth + 1 && cards.every((other) => (
            other.offsetLeft >= start + card.offsetWidth || other.offsetLeft + other.offsetWidth <= start
            || other.offsetTop >= end || other.offsetTop + other.offsetHeight <= top
        ))
    ));
    if (!isFree) return;
    card.classList.add("spread");
    if (card.offsetTop !== top || grid.offsetHeight > height) card.classList.remove("spread");
}

/**
 * Returns how many free rows are between a card and the next one below it; 0 if they are more than it may take.
 *
 * @param {HTMLElement} card
 * @param {HTMLElement[]} cards
 * @param {number} gap
 * @param {number} period
 */
function growthOf(card, cards, gap, period) {
    const end = card.offsetTop + card.offsetHeight;
    const below = cards.filter((other) => (
        other.offsetTop >= end && other.offsetLeft < card.offsetLeft + card.offsetWidth
        && card.offsetLeft < other.offsetLeft + other.offsetWidth
    ));
    const free = Math.round((Math.min(...below.map((other) => other.offsetTop)) - gap - end) / period);
    return free <= largestGrowth ? free : 0;
}

/**
 * Keeps the rows and the second columns for the next page.
 *
 * @param {HTMLElement[]} cards
 * @param {number[]} rows
 */
function keep(cards, rows) {
    const value = cards.map((card, index) => ({ card, count: rows[index] }))
        .filter(({ card, count }) => card.dataset.widget && count > leastRows(card))
        .slice(0, packedLimit).map(({ card, count }) => `${count} ${card.dataset.widget}`).join(",");
    if (value !== cookie(rowsCookie)) setCookie(rowsCookie, value);
    const spread = cards.filter((card) => card.matches(".spread")).slice(0, packedLimit)
        .map((card) => card.dataset.widget).join(",");
    if (spread !== cookie(spreadCookie)) setCookie(spreadCookie, spread);
}
