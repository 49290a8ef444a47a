// Draws what the stream says of notifications: badges, counts, the question, failures, the alert, the list, and
// banners.

import { drawAlert, leaveAlert } from "./alerts.js";
import { isSendingAnswer } from "./answers.js";
import { hideBanners, showBanner } from "./banners.js";
import { find, findAll, parse, required } from "./dom.js";
import { notices, shortNumber, showBadgeInTitle } from "./page.js";
import { redraw } from "./redraw.js";
import { showQuestion } from "./question.js";
import { drawSettings } from "./settings.js";
import { closeSheet, isSheetOpenFor } from "./sheet.js";
import { announce, say } from "./status.js";
import { texts } from "./texts.js";

/**
 * What stands around the content of every page.
 *
 * @typedef {object} Summary
 * @property {number} badge - the sum of the badges
 * @property {number} count - of notifications
 * @property {Record<string, number>} badges - by the id of the app
 * @property {string} question - markup
 * @property {string} failures - markup
 * @property {string} alert - markup
 */

/**
 * What changed; whatever is missing did not.
 *
 * @typedef {object} NotificationChange
 * @property {Summary} [beside]
 * @property {string} [list] - markup
 * @property {{ id: number, html: string, spoken?: string }} [banner]
 * @property {number} [gone] - the id of a notification that is no longer there
 * @property {number[]} [there] - the ids of all notifications, if some may have gone unnoticed
 */

/** The ids of the failed answers that the page has told the person of. */
let knownFailures = new Set(notices.dataset.failures?.split(" "));

/** @param {NotificationChange} change */
export function drawNotifications({ beside, list, banner, gone, there }) {
    if (beside) drawSummary(beside);
    const shownList = find("#list");
    // A window that became narrower has removed its list.
    if (list && shownList) redraw(shownList, list);
    if (banner) showBanner(banner);
    /** @param {number} id */
    const isGone = (id) => id === gone || there?.includes(id) === false;
    leaveAlert(isGone);
    hideBanners(isGone);
    if (gone && isSheetOpenFor(gone) && !isSendingAnswer(gone)) {
        closeSheet();
        say(texts.goneElsewhere);
    }
}

/** @param {Summary} summary */
function drawSummary({ badge, count, badges, question, failures, alert }) {
    notices.dataset.badge = String(badge);
    showBadgeInTitle();
    const countLabel = find("#count");
    if (countLabel) showNumber(countLabel, count);
    for (const label of findAll(".badge")) showNumber(label, badges[label.dataset.badge ?? ""] ?? 0);
    drawQuestion(question);
    drawFailures(failures);
    drawAlert(alert);
    if (find("#settings")) drawSettings();
}

/**
 * @param {HTMLElement} label
 * @param {number} number - 0 hides the label
 */
function showNumber(label, number) {
    label.textContent = number > 0 ? shortNumber(number) : "";
    label.hidden = number <= 0;
}

/** @param {string} html */
function drawQuestion(html) {
    // It is asked on the screen and on the pages of apps.
    const place = find("#question");
    if (!place) return;
    const formerID = find("#question > div:not([hidden])")?.id;
    redraw(place, html);
    const question = showQuestion();
    if (question && question.id !== formerID) announce(required("h2", question).textContent ?? "");
}

/** @param {string} html */
function drawFailures(html) {
    const list = find("#failures");
    if (list) redraw(list, html);
    const failures = findAll(".failure", parse(html));
    const unknown = failures.find((failure) => !knownFailures.has(failure.dataset.response ?? ""));
    if (unknown) say(texts.couldNotBeDone(required("p", unknown).textContent ?? ""));
    knownFailures = new Set(failures.map((failure) => failure.dataset.response ?? ""));
}
