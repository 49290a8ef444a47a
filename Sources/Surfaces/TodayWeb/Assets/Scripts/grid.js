// Dragging: a card of the grid follows the pointer, and the others make room for it.

import { glide } from "./motion.js";
import { packCards } from "./packing.js";

/** How far an element can be dragged beyond the list, in pixels. */
const overshoot = 16;

/** How near to an edge of the window the pointer scrolls the page, in pixels. */
const scrollZone = 72;

/**
 * Lets an element follow the pointer until the grip loses it. Near an edge of the window the page scrolls.
 *
 * The element keeps its place in the document, and the others move around it: a grip that is moved loses the pointer.
 *
 * @param {HTMLElement} item
 * @param {HTMLElement} grip - which has captured the pointer
 * @param {PointerEvent} start
 * @param {() => void} drop - called at the end
 */
export function dragInGrid(item, grip, start, drop) {
    const list = /** @type {HTMLElement} */ (item.parentElement);
    let [pointerX, pointerY] = [start.clientX, start.clientY];
    const home = place(item);
    /** Where the pointer holds the element. */
    const [grabX, grabY] = [pointerX + scrollX - home.left, pointerY + scrollY - home.top];
    /** @type {Element | null} */
    let lastTarget = null;
    item.classList.add("lifted");

    const follow = () => {
        // The element under the middle of what is dragged changes places with it, once until that has left it.
        const middle = {
            x: pointerX + scrollX - grabX + item.offsetWidth / 2,
            y: pointerY + scrollY - grabY + item.offsetHeight / 2,
        };
        const target = elementAt(list, item, middle);
        if (target && target !== lastTarget) {
            glide(() => {
                moveTo(item, target);
                packCards();
            }, item);
        }
        lastTarget = target;
        const [box, own] = [boxOf(list), place(item)];
        const x = Math.min(
            Math.max(pointerX + scrollX - grabX, box.left - overshoot),
            box.right - own.width + overshoot,
        );
        const y = Math.min(
            Math.max(pointerY + scrollY - grabY, box.top - overshoot),
            box.bottom - own.height + overshoot,
        );
        const isColumn = box.width - own.width < 1;
        item.style.transform = `translate(${isColumn ? 0 : x - own.left}px, ${y - own.top}px)`;
    };

    /** @param {PointerEvent} event */
    const move = (event) => {
        [pointerX, pointerY] = [event.clientX, event.clientY];
        follow();
    };

    let frame = requestAnimationFrame(function scroll() {
        const distance = scrollDistance(pointerY);
        if (distance !== 0) {
            scrollBy(0, distance);
            follow();
        }
        frame = requestAnimationFrame(scroll);
    });

    grip.addEventListener("pointermove", move);
    grip.addEventListener("lostpointercapture", () => {
        grip.removeEventListener("pointermove", move);
        cancelAnimationFrame(frame);
        item.style.transform = "";
        item.classList.remove("lifted");
        drop();
    }, { once: true });
}

/**
 * The box of an element on the page as it is drawn.
 *
 * @param {HTMLElement} element
 */
function boxOf(element) {
    const box = element.getBoundingClientRect();
    return new DOMRect(box.x + scrollX, box.y + scrollY, box.width, box.height);
}

/**
 * The box of a card on the page, where it stands without being dragged or gliding to its place.
 *
 * @param {HTMLElement} card
 */
function place(card) {
    const list = /** @type {HTMLElement} */ (card.parentElement);
    const box = boxOf(list);
    const [left, top] = [card.offsetLeft - list.offsetLeft, card.offsetTop - list.offsetTop];
    return new DOMRect(box.x + left, box.y + top, card.offsetWidth, card.offsetHeight);
}

/**
 * The element of a list that lies at a point of the page, or the first or last one if the point is above or below all.
 *
 * @param {HTMLElement} list
 * @param {HTMLElement} item - which is left out
 * @param {{ x: number, y: number }} point
 */
function elementAt(list, item, point) {
    const cards = /** @type {HTMLElement[]} */ ([...list.children].filter((each) => each.matches(".widget")));
    const others = cards.filter((each) => each !== item);
    const found = others.find((each) => {
        const box = place(each);
        return point.x >= box.left && point.x < box.right && point.y >= box.top && point.y < box.bottom;
    });
    if (found) return found;
    const end = boxOf(list);
    const [first, last] = [cards[0], cards[cards.length - 1]];
    if (point.y < end.top) return first === item ? null : first;
    return point.y < end.bottom || last === item ? null : last;
}

/**
 * Moves the elements between an element and another, so that the first comes to where the other was.
 *
 * @param {Element} item
 * @param {Element} target
 */
export function moveTo(item, target) {
    const isLater = item.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
    for (;;) {
        const neighbour = isLater ? item.nextElementSibling : item.previousElementSibling;
        if (!neighbour) return;
        if (isLater) {
            item.before(neighbour);
        } else {
            item.after(neighbour);
        }
        if (neighbour === target) return;
    }
}

/**
 * Returns by how many pixels the page scrolls in a frame: the more, the nearer the pointer is to an edge.
 *
 * @param {number} pointerY - in the window
 */
function scrollDistance(pointerY) {
    const above = scrollZone - pointerY;
    const below = pointerY - (innerHeight - scrollZone);
    if (above > 0) return -Math.ceil(Math.min(above, scrollZone) / 6);
    return below > 0 ? Math.ceil(Math.min(below, scrollZone) / 6) : 0;
}
