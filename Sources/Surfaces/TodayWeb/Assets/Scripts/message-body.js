// The body of a message, in a frame in which no script runs. So this script measures it and sets the frame's height.

import { find, parse } from "./dom.js";
import { morph } from "./morph.js";

const lowestFrame = 56;
const highestFrame = 30_000;
const scrollBar = 16;

/** The width at which the body was measured. */
let measuredWidth = 0;

/** @returns {HTMLIFrameElement | null} */
function bodyFrame() {
    return find("#body");
}

function fitFrame() {
    const frame = bodyFrame();
    const content = frame?.contentDocument?.documentElement;
    if (!frame || !content) return;
    measuredWidth = frame.clientWidth;
    frame.style.height = "0px";
    const extra = content.scrollWidth > content.clientWidth ? scrollBar : 0;
    const height = Math.min(highestFrame, Math.max(lowestFrame, content.scrollHeight + extra));
    frame.style.height = `${height}px`;
    frame.dataset.fitted = "";
}

/**
 * Fits the frame again if it has another width. Its height does not count: a body as high as its frame would grow
 * without end.
 */
export function fitFrameToWidth() {
    const frame = bodyFrame();
    if (frame && frame.clientWidth !== measuredWidth) fitFrame();
}

function bodyDidLoad() {
    fitFrame();
    const frame = bodyFrame();
    const content = frame?.contentDocument;
    if (!frame || !content) return;
    // Without a link the body is no stop for the keyboard: nothing in it could show the focus.
    frame.tabIndex = find("a[href],summary", content) ? 0 : -1;
    // `details` in a body open without a script.
    content.addEventListener("toggle", fitFrame, true);
}

/** Fits the frame once its body is there. */
export function watchFrame() {
    const frame = bodyFrame();
    if (!frame) return;
    frame.addEventListener("load", bodyDidLoad);
    const content = frame.contentDocument;
    if (content?.readyState === "complete" && content.URL !== "about:blank") bodyDidLoad();
}

/**
 * Draws the place of the body again; the frame stays if it shows the same message.
 *
 * @param {string} html
 */
export function drawBody(html) {
    const place = find("#message");
    if (!place) return;
    const frame = bodyFrame();
    const newer = parse(html).firstElementChild;
    if (newer) morph(place, newer);
    if (bodyFrame() !== frame) watchFrame();
}
