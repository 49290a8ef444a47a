// Making images smaller that are too large to be shared, on the page that asks with which app they are shared.

import { findAll, required } from "./dom.js";
import { load } from "./requests.js";
import { texts } from "./texts.js";

/** How long the longer side of an image is that was made smaller, in pixels. */
const longestSide = 2048;
/** How much of each side remains when an image does not fit with any quality. */
const step = 0.8;
/** The qualities of an image that are tried before it loses pixels. */
const qualities = [0.85, 0.7, 0.55];

/** Makes the images of the page smaller and draws the page again, or says why that is not possible. */
export async function shrinkImages() {
    const status = required("#shrinking");
    const { path = "", bytes } = status.dataset;
    status.textContent = texts.imagesAreMadeSmaller;
    const reason = await replaceImages(path, Number(bytes)).then(() => "", (error) => error.message);
    if (!reason) {
        location.reload();
        return;
    }
    status.textContent = "";
    const problem = required("#shrinking-problem");
    problem.textContent = reason;
    problem.hidden = false;
}

/**
 * Replaces the images by those that fit. An image that is small enough stays as it is, and what it does not need is for the
 * others.
 *
 * @param {string} path - of the images
 * @param {number} limit - for all images together, in bytes
 */
async function replaceImages(path, limit) {
    const images = findAll("li[data-bytes]").map(({ dataset: { bytes, name = "" } }, number) => (
        { number, bytes: Number(bytes), name }
    ));
    /** @type {File[]} */
    const files = [];
    let free = limit;
    for (const [index, { number, bytes, name }] of images.slice().sort((a, b) => a.bytes - b.bytes).entries()) {
        const share = Math.floor(free / (images.length - index));
        const original = await (await ask(`${path}/${number}`)).blob();
        files[number] = bytes <= share ? new File([original], name) : await smaller(original, name, share);
        free -= files[number].size;
    }
    const form = new FormData();
    for (const file of files) form.append("images", file);
    await ask(path, { method: "PUT", body: form });
}

/**
 * Asks a route of the images.
 *
 * @param {string} path
 * @param {RequestInit} [options]
 * @throws {Error} whose message says why it failed; it is empty if the images are gone, which the page itself says
 */
async function ask(path, options) {
    const answer = await load(path, options);
    if (answer?.ok) return answer;
    if (answer?.status === 404) throw new Error("");
    const failure = await answer?.json().catch(() => null);
    throw new Error(failure?.message ?? texts.unreachable);
}

/**
 * Returns an image without its metadata, in as many pixels and as good a quality as fit. An animation becomes its first
 * picture.
 *
 * @param {Blob} original
 * @param {string} name
 * @param {number} limit - in bytes
 * @throws {Error} whose message is a sentence
 */
async function smaller(original, name, limit) {
    try {
        // The browser turns it as its metadata says.
        const bitmap = await createImageBitmap(original);
        const type = await usableType(bitmap, original.type);
        for (let side = initialSide(bitmap); side >= 1; side *= step) {
            const { canvas } = drawBitmap(bitmap, side, type === "image/jpeg");
            for (const quality of qualities) {
                const blob = await encode(canvas, type, quality);
                if (blob.size <= limit) return new File([blob], type === original.type ? name : renamed(name, type));
            }
        }
    } catch {
        // The browser cannot read it, or has too little memory.
    }
    throw new Error(name ? texts.cannotBeMadeSmaller(name) : texts.imageCannotBeMadeSmaller);
}

/**
 * @param {string} name - of an image; empty if it has none
 * @param {string} type - of the image as it is now
 */
function renamed(name, type) {
    return name && `${name.replace(/\.[^.]*$/, "")}.${type.replace("image/", "")}`;
}

/** @param {ImageBitmap} bitmap */
function initialSide(bitmap) {
    return Math.min(longestSide, Math.max(bitmap.width, bitmap.height));
}

/**
 * Returns JPEG, or WebP for an image with transparent parts if the browser writes that.
 *
 * @param {ImageBitmap} bitmap
 * @param {string} type - of the image as it was
 */
async function usableType(bitmap, type) {
    if (type === "image/jpeg") return type;
    const { canvas, context } = drawBitmap(bitmap, initialSide(bitmap), false);
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height).data;
    if (pixels.every((value, index) => index % 4 !== 3 || value === 255)) return "image/jpeg";
    const { type: written } = await encode(canvas, "image/webp", qualities[0]);
    return written === "image/webp" ? written : "image/jpeg";
}

/**
 * @param {ImageBitmap} bitmap
 * @param {number} side - the length of the longer side, in pixels
 * @param {boolean} isOpaque - whether transparent parts become white
 */
function drawBitmap(bitmap, side, isOpaque) {
    const scale = side / Math.max(bitmap.width, bitmap.height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext("2d");
    if (!context) throw new Error("The browser draws nothing.");
    context.imageSmoothingQuality = "high";
    if (isOpaque) {
        context.fillStyle = "white";
        context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return { canvas, context };
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {string} type - a media type; a browser that does not write it writes PNG
 * @param {number} quality - at most 1
 * @returns {Promise<Blob>}
 */
function encode(canvas, type, quality) {
    return new Promise((resolve, reject) => {
        canvas.toBlob((blob) => blob ? resolve(blob) : reject(new Error("The browser writes nothing.")), type, quality);
    });
}
