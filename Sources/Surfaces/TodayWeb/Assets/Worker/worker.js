// The service worker: keeps the screen for when the host cannot be reached, sends taps that wait, and shows notifications
// while no page is open.
//
// The server writes `version`, `scripts` and `styleSheet` before this text, so a new version of the pages, or another
// language, is a new worker.

/// <reference path="worker.d.ts" />

const files = [...scripts, styleSheet, "/icon/0.svg"];
const screenPath = "/";
/** What the installed app opens: the screen as last seen, before the host is asked. */
const launchPath = "/?app";
const awayPath = "/away";
/** The cache of the screen and of the page for when the host is away. */
const pages = "pages";

importScripts(scripts.find((each) => each.endsWith("/tap-store.js")) ?? "");

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
    const response = respond(event);
    if (response) event.respondWith(response);
});
addEventListener("push", (event) => event.waitUntil(receivePush(event.data)));
addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(answerNotification(event.notification, event.action));
});
addEventListener("notificationclose", (event) => event.waitUntil(dismissNotification(event.notification)));
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewSubscription()));
addEventListener("sync", (event) => {
    if (event.tag === tapStore.syncTag) event.waitUntil(sendTaps());
});

async function install() {
    const cache = await caches.open(version);
    await cache.addAll(files);
    await (await caches.open(pages)).add(awayPath);
    await skipWaiting();
}

async function activate() {
    for (const name of await caches.keys()) {
        if (name !== version && name !== pages) await caches.delete(name);
    }
    // A screen of another version needs a script that is gone. The browser may update the worker without loading a page.
    const screen = await keptScreen();
    if (screen && !(await screen.text()).includes(version)) await loadScreen();
    await clients.claim();
}

/**
 * The response to a request; `undefined` if the browser answers it.
 *
 * @param {FetchEvent} event
 */
function respond(event) {
    const { request } = event;
    const { origin, pathname, search } = new URL(request.url);
    // Its person opens a link, not this worker.
    if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/link/")) return undefined;
    if (request.mode === "navigate" && request.destination === "document") {
        if (pathname + search === launchPath) return launch(event);
        return pathname === screenPath && !search ? loadScreen() : load(request);
    }
    if (files.includes(pathname)) return kept(request);
    return pathname.startsWith("/bundle/") ? keepImage(request) : undefined;
}

/**
 * Opens the screen as last seen, and asks for a newer one for the next time.
 *
 * @param {FetchEvent} event
 */
async function launch(event) {
    const screen = await keptScreen();
    if (!screen) return loadScreen();
    event.waitUntil(loadScreen());
    return screen;
}

/** Loads the screen and keeps it; without the host, returns the one that was kept. */
async function loadScreen() {
    try {
        const response = await fetch(screenPath, { redirect: "manual", credentials: "same-origin" });
        if (isHostAway(response)) throw new Error("The host did not answer.");
        if (response.ok && isOwn(response)) await (await caches.open(pages)).put(screenPath, response.clone());
        if (response.status === 401) await forget();
        return response;
    } catch {
        return (await keptScreen()) ?? away();
    }
}

/** Removes what shows something of the person, after this browser was signed out from another one. */
async function forget() {
    await (await caches.open(pages)).delete(screenPath);
    for (const notification of await registration.getNotifications()) notification.close();
    await setBadge(0);
}

/**
 * Whether a response is the host's, and not that of what stands in front of it, such as a proxy.
 *
 * @param {Response} response
 */
function isOwn(response) {
    return response.headers.has("Today-Answer");
}

/**
 * Whether a proxy answered that it cannot reach the host. What else it answers, such as that the person must sign in there, is
 * for the person.
 *
 * @param {Response} response
 */
function isHostAway(response) {
    return response.status >= 500 && !isOwn(response);
}

/**
 * The screen as it was kept, marked as such for its script; `null` if there is none.
 *
 * @returns {Promise<Response | null>}
 */
async function keptScreen() {
    const screen = await caches.match(screenPath, { cacheName: pages });
    if (!screen) return null;
    const text = await screen.text();
    return new Response(text.replace("<main ", "<main data-kept "), { headers: screen.headers });
}

/** @param {Request} request */
async function load(request) {
    const response = await fetch(request).catch(() => null);
    return response && !isHostAway(response) ? response : away();
}

/** The page that says that the host is away. */
async function away() {
    return (await caches.match(awayPath, { cacheName: pages })) ?? Response.error();
}

/** @param {Request} request */
async function kept(request) {
    return (await caches.match(request, { cacheName: version })) ?? fetch(request);
}

/**
 * The image of a bundle, whose address stands for its content.
 *
 * @param {Request} request
 */
async function keepImage(request) {
    const cache = await caches.open(version);
    const image = await cache.match(request);
    if (image) return image;
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
}

/** Sends the taps that wait, the oldest first; fails if the host cannot be reached, so that the browser tries again. */
async function sendTaps() {
    await navigator.locks.request(tapStore.lockName, async () => {
        for (const { order, tap } of await tapStore.all()) {
            const answer = await fetch("/api/taps", {
                method: "POST",
                body: JSON.stringify(tap),
                headers: { "Content-Type": "application/json" },
            });
            if (!tapStore.isAnswer(answer)) throw new Error("The host did not answer.");
            await tapStore.remove(order);
        }
    });
    new BroadcastChannel(tapStore.channelName).postMessage("changed");
}

// Notifications, which a page of another language or none at all may have been open for: the host has written every text.

/** What the host calls opening a notification. */
const opening = "today.default";
/** The channel on which a page that sends a test learns that it has arrived. */
const testChannelName = "today-push-test";

/**
 * Shows a notification in the format of Declarative Web Push, which the browser did not know, or removes one.
 *
 * @param {PushMessageData | null} data
 */
async function receivePush(data) {
    /** @type {PushedMessage} */
    const message = data?.json() ?? {};
    if (message.app_badge !== undefined) await setBadge(message.app_badge);
    if (message.close) {
        const shown = await registration.getNotifications({ tag: message.close });
        for (const notification of shown) notification.close();
    } else if (message.notification) {
        await showPushed(message.notification);
    }
    // The host learns that this device is there, and what it shows, which its push service does not say.
    const shown = message.notification?.data?.id;
    if (shown) await send(`/api/push-subscription/shown/${shown}`);
    else await fetch("/api/push-subscription").catch(() => {});
}

/** @param {PushedNotification} pushed */
async function showPushed(pushed) {
    const { title, body, tag, icon, lang, silent, data, navigate, actions = [] } = pushed;
    const [earlier] = tag ? await registration.getNotifications({ tag }) : [];
    await registration.showNotification(title, {
        body, tag, icon, lang, silent,
        badge: "/icon/monochrome.svg",
        // What was sent twice, since the host did not learn of the first time, alerts once.
        renotify: Boolean(tag) && !silent && earlier?.data.revision !== data?.revision,
        actions: actions.map(({ action, title }) => ({ action, title })),
        data: { ...data, navigate, pages: Object.fromEntries(actions.map((each) => [each.action, each.navigate])), pushed },
    });
    if (data?.test) new BroadcastChannel(testChannelName).postMessage(data.test);
}

/** @param {number} badge */
async function setBadge(badge) {
    await navigator.setAppBadge?.(badge).catch(() => {});
}

/**
 * Does what the person chose on a notification: answers it, or opens the page that asks for what the answer needs.
 *
 * @param {Notification} notification
 * @param {string} action - empty for the notification itself
 */
async function answerNotification({ data }, action) {
    if (!data?.id) return open(data?.navigate ?? screenPath);
    const page = data.pages?.[action];
    if (page) return open(page);
    const answer = await send("/api/notifications/answer", {
        notification: data.id, action: action || opening, waits: false,
    });
    if (answer === null) {
        // Nothing is lost: it can be chosen again once the host can be reached.
        if (action) return showPushed(data.pushed);
        return open(data.navigate);
    }
    const outcome = await answer.json().catch(() => ({}));
    if (outcome.open) {
        const query = Object.entries({ url: outcome.open.url, from: data.app, opening: outcome.open.opening })
            .map(([name, value]) => (value ? `${name}=${encodeURIComponent(value)}` : []));
        return open(`/open?${query.flat().join("&")}`);
    }
    // The action has come to need the passcode, or the device must be paired again: the page says so.
    if (!answer.ok) return open(`/notifications?answer=${data.id}&action=${encodeURIComponent(action || opening)}`);
    if (!action) return open(data.navigate);
}

/**
 * Dismisses everywhere what the person has dismissed here.
 *
 * @param {Notification} notification
 */
async function dismissNotification({ data }) {
    if (data?.id) await send("/api/notifications/dismiss", { notifications: { ids: [data.id] } });
}

/**
 * Sends a request to the host.
 *
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<Response | null>} `null` if the host did not answer
 */
async function send(path, body) {
    const answer = await fetch(path, {
        method: "POST",
        body: body ? JSON.stringify(body) : undefined,
        headers: body ? { "Content-Type": "application/json" } : {},
    }).catch(() => null);
    return answer && isOwn(answer) ? answer : null;
}

/**
 * Shows a page of Today, in a window that is open if there is one.
 *
 * @param {string} address
 */
async function open(address) {
    const url = new URL(address, location.origin);
    if (url.origin !== location.origin) return;
    const windows = await clients.matchAll({ type: "window" });
    const shown = await windows[0]?.focus().then((each) => each.navigate(url.href)).catch(() => null);
    if (!shown) await clients.openWindow(url.href);
}

/** Subscribes again after the push service has ended the subscription. */
async function renewSubscription() {
    const answer = await fetch("/api/push-subscription").catch(() => null);
    if (!answer?.ok) return;
    const { key } = await answer.json();
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await fetch("/api/push-subscription", {
        method: "PUT",
        body: JSON.stringify(subscription),
        headers: { "Content-Type": "application/json" },
    });
}
