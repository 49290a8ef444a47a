// The stream of changes. It is open while the page is visible, since a browser has six connections to a host at most.

import { updateColumn } from "./beside.js";
import { find, required, root } from "./dom.js";
import { whenSettled } from "./editor.js";
import { drawNotifications } from "./notifications.js";
import { noteConnection } from "./offline.js";
import { drawOutbox } from "./outbox.js";
import { main, notices, scene } from "./page.js";
import { redraw } from "./redraw.js";
import { retryDelay } from "./requests.js";
import { addRules } from "./rules.js";
import { drawScene, showFailure } from "./scene.js";
import { say } from "./status.js";
import { texts } from "./texts.js";

/** How long the stream may be closed before the page says so, in milliseconds. */
const lostDelay = 3000;

/**
 * Up to which event the page shows the screen; `undefined` on a page that shows nothing that changes.
 *
 * @type {string | undefined}
 */
let screenPosition = main.dataset.position;

/**
 * Up to which event the page shows the notifications.
 *
 * @type {string | undefined}
 */
let notificationPosition = notices.dataset.position;

/**
 * Up to which event the page shows the complications; `undefined` on every other page.
 *
 * @type {string | undefined}
 */
let complicationPosition = main.dataset.complications;

/** @type {EventSource | null} */
let stream = null;
let failures = 0;
let isLost = false;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let retryTimer;

/** @type {ReturnType<typeof setTimeout> | null} */
let lostTimer = null;

/**
 * What the page does with each event of the stream, by the event's name.
 *
 * @type {Record<string, (data: any) => void>}
 */
const handlers = {
    widget({ id, html, rules }) {
        addRules(rules);
        whenSettled(() => {
            const widget = document.getElementById(`w-${id}`);
            if (widget) redraw(widget, html);
        });
    },
    screen({ html, rules }) {
        addRules(rules);
        whenSettled(() => {
            const screen = find("#screen");
            if (screen) redraw(screen, html);
        });
    },
    scene() {
        if (scene) drawScene();
    },
    sceneFailed({ reason }) {
        showFailure(reason);
    },
    open({ href }) {
        // Without a tap only the app whose page this is has something opened here.
        const { app } = main.dataset;
        location.assign(app ? `${href}&from=${encodeURIComponent(app)}` : href);
    },
    complications({ position, html, rules }) {
        complicationPosition = position;
        addRules(rules);
        redraw(required("#complications"), html);
    },
    notifications({ position, ...change }) {
        notificationPosition = position;
        // The next page of this tab may be older than this one, but does not show the same banners again.
        sessionStorage.setItem("announced", position);
        drawNotifications(change);
    },
    outbox(change) {
        drawOutbox(change);
    },
    topics({ html }) {
        const topics = find("#topics");
        if (topics) redraw(topics, html);
    },
};

/**
 * Returns the address of the stream of what is newer than the page.
 *
 * @param {string} position
 * @param {boolean} mayOpen - whether this page may open what the host wants to show
 */
function streamAddress(position, mayOpen) {
    const query = new URLSearchParams({ after: position });
    if (scene) query.set("scene", scene);
    if (notificationPosition) query.set("notifications", notificationPosition);
    const announced = sessionStorage.getItem("announced");
    if (announced) query.set("announced", announced);
    if (complicationPosition) query.set("complications", complicationPosition);
    const list = main.dataset.list ?? (find("#list") ? "new" : undefined);
    if (list) query.set("list", list);
    if (find("#screen")) query.set("screen", "1");
    if (main.dataset.outbox !== undefined) query.set("outbox", "1");
    if (main.dataset.topic !== undefined) query.set("topic", main.dataset.topic);
    if (main.dataset.picture) query.set("picture", main.dataset.picture);
    if (main.dataset.done) query.set("done", main.dataset.done);
    if (mayOpen && (scene || find("#screen"))) query.set("opens", "1");
    return `/events?${query}`;
}

/**
 * Opens the stream, in place of one that is open; does nothing while the page is hidden.
 *
 * @param {boolean} [mayOpen] - whether this page may open what the host wants to show, since the person has come to it
 */
export function connect(mayOpen = false) {
    disconnect();
    if (!screenPosition || document.hidden) return;
    stream = new EventSource(streamAddress(screenPosition, mayOpen));
    stream.addEventListener("open", streamDidOpen);
    stream.addEventListener("error", streamDidFail);
    for (const [name, handle] of Object.entries(handlers)) {
        stream.addEventListener(name, (event) => receive(event, handle));
    }
}

/** Closes the stream. */
export function disconnect() {
    stream?.close();
    stream = null;
    clearTimeout(retryTimer);
}

/** Opens the stream after the person has come back to the page. */
export function reconnect() {
    failures = 0;
    connect(true);
}

/**
 * @param {MessageEvent} event
 * @param {(data: any) => void} handle
 */
function receive(event, handle) {
    // A stream tells by an event called "open", which has no data, that it is open.
    if (event.data === undefined) return;
    screenPosition = event.lastEventId || screenPosition;
    handle(JSON.parse(event.data));
}

function streamDidOpen() {
    failures = 0;
    noteConnection();
    updateColumn().then((hasChanged) => hasChanged && connect());
    if (lostTimer !== null) clearTimeout(lostTimer);
    lostTimer = null;
    if (!isLost) return;
    isLost = false;
    say("", 0);
    if (scene) drawScene();
}

function streamDidFail() {
    disconnect();
    lostTimer ??= setTimeout(() => {
        isLost = true;
        say(texts.reconnecting, 0);
    }, lostDelay);
    retryTimer = setTimeout(tryAgain, retryDelay(failures));
    failures += 1;
}

async function tryAgain() {
    const answer = await fetch("/api/version").catch(() => null);
    // What the device may do decides what pages offer.
    const rights = answer?.headers.get("Today-Rights") ?? null;
    if (answer?.status === 401 || (rights !== null && rights !== (root.dataset.rights ?? "change"))) {
        location.reload();
    } else {
        connect();
    }
}
