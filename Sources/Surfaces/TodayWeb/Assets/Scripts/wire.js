// The JSON forms of the host that are not plain fields.

/**
 * @typedef {{ $date: string }} WireDate
 * @typedef {{ widget: { id: string } } | { scene: { url: string } }} TapTarget
 * @typedef {{ notifications: { ids: number[] } } | { app: { id: string } } | { all: {} }} Dismissal
 */

/**
 * @param {string} id
 * @returns {TapTarget}
 */
export function widgetTarget(id) {
    return { widget: { id } };
}

/**
 * @param {string} url
 * @returns {TapTarget}
 */
export function sceneTarget(url) {
    return { scene: { url } };
}

/**
 * @param {number} id
 * @returns {Dismissal}
 */
export function oneNotification(id) {
    return { notifications: { ids: [id] } };
}

/**
 * @param {string} id
 * @returns {Dismissal}
 */
export function notificationsOfApp(id) {
    return { app: { id } };
}

/** @type {Dismissal} */
export const allNotifications = { all: {} };

/**
 * Returns a date in milliseconds since 1970.
 *
 * @param {WireDate} date
 */
export function milliseconds(date) {
    return Date.parse(date.$date);
}
