// The question whether an app may notify: showing it, answering it, and putting it off.

import { find, findAll, requiredAncestor, setBusy } from "./dom.js";
import { packCards } from "./packing.js";
import { request } from "./requests.js";
import { say } from "./status.js";

const millisecondsPerDay = 86_400_000;

/** @param {string} id - of the question */
function isPutOff(id) {
    return Date.now() < Number(localStorage.getItem(`later ${id}`)) + millisecondsPerDay;
}

/** Shows the first question that the person has not put off within a day; returns it, or `null`. */
export function showQuestion() {
    const questions = findAll("#question > div");
    const shown = questions.find((question) => !isPutOff(question.id)) ?? null;
    const changed = questions.filter((question) => question.hidden === (question === shown));
    for (const question of changed) question.hidden = question !== shown;
    if (changed.length > 0) packCards();
    return shown;
}

/**
 * Puts the question off for a day, in this browser, and shows the next one.
 *
 * @param {HTMLButtonElement} button
 */
export function putOffQuestion(button) {
    const question = requiredAncestor(button, ".question");
    localStorage.setItem(`later ${question.id}`, String(Date.now()));
    (showQuestion() ?? find(".tabs [aria-current],.back"))?.focus({ preventScroll: true });
}

/**
 * Answers the question.
 *
 * @param {HTMLButtonElement} button
 */
export async function answerQuestion(button) {
    const { app = "", wanted = "" } = requiredAncestor(button, "[data-app]").dataset;
    setBusy(button, true);
    const answer = { isAllowed: button.dataset.permit === "allowed", options: wanted.split(" ").filter(Boolean) };
    const path = `settings/notifications/${encodeURIComponent(app)}/answer`;
    const { error, message } = await request("POST", path, answer);
    setBusy(button, false);
    if (error) say(message ?? "");
}
