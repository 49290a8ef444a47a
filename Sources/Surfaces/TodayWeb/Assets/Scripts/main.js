// What the page does: which function each event of the browser calls, and what happens when the page is opened.

import { cancelPress, hideAges, movePress, preventMenu, startPress, swallowClick, toggleAges } from "./ages.js";
import { watchAlert } from "./alerts.js";
import { clearNotifications, dismissNotification, settleFailure } from "./answers.js";
import { hideBanner } from "./banners.js";
import { watchWidth } from "./beside.js";
import { performAction, performUndo, toggleVisibility, updatePicture, updatePictures, watchMenus } from "./cards.js";
import { answerNotification, toggleExpanded, toggleReply } from "./choices.js";
import { startClock, tick } from "./clock.js";
import { copyCommand } from "./copy.js";
import { atMidnight, isOutdated, noteDay, updateAges, updateTimeZone } from "./dates.js";
import { find, isBusy, requiredAncestor, root, setBusy } from "./dom.js";
import { isEditing, setEditing } from "./edit-mode.js";
import { addWidget, moveWithKey, removeWidget, startDragging } from "./editor.js";
import { connect, disconnect, reconnect } from "./events.js";
import { toggleExpansion, watchOverflow } from "./expansion.js";
import { hasNextText, markChanged, pressDefaultButton } from "./inputs.js";
import { answerInstallation, removeApp, uploadBundle } from "./install.js";
import { watchLayers } from "./layers.js";
import { forgetLocation, renewLocation, saveLocationSharing } from "./location.js";
import { fitFrameToWidth, watchFrame } from "./message-body.js";
import { growIntoPages } from "./motion.js";
import { goBack, updateTrail } from "./navigation.js";
import { isKept, startOffline } from "./offline.js";
import { followBadge, main, scene, showBadgeOfApp } from "./page.js";
import { openPalette } from "./palette.js";
import { addPasskey } from "./passkeys.js";
import { moveThroughRows, watchPrimary } from "./primary.js";
import { removeFromSystem, removeSettled, savePushes, sendPushTest, showPushes } from "./push.js";
import { answerQuestion, putOffQuestion, showQuestion } from "./question.js";
import { updateControls } from "./redraw.js";
import { answerHostQuestion, saveRight } from "./rights.js";
import { drawScene, focusFirstInput } from "./scene.js";
import { choosePreference, chooseTheme, drawSettings, saveAppearance, savePermissions, saveQuietHours } from "./settings.js";
import { closeSheet, isSheetOpen, openSheet, submitIfSheet, watchSheet } from "./sheet.js";
import { openShortcuts } from "./shortcuts.js";
import { shrinkImages } from "./shrink.js";
import { say } from "./status.js";
import { resendTaps, withdrawTap } from "./taps.js";
import { chooseTextAction, offerTextActions } from "./text-actions.js";
import { texts } from "./texts.js";
import { showStoredOffer } from "./undo.js";
import { chooseFromWidgetMenu, openWidgetMenu, watchWidgetMenu } from "./widget-menu.js";

/**
 * What a button does that is pressed: the function of the first selector that it matches.
 *
 * @type {[selector: string, press: (button: HTMLButtonElement) => void][]}
 */
const buttons = [
    [".more", toggleExpansion],
    [".retry", reloadWidget],
    [".edit-button", () => setEditing(!isEditing())],
    [".tool.remove", removeWidget],
    [".tool.add", addWidget],
    [".tool.options", openWidgetMenu],
    ["#widget-menu button", chooseFromWidgetMenu],
    ["[data-action=toggle]", toggleVisibility],
    ["[data-action]", performAction],
    ["[data-undo]", performUndo],
    ["[data-withdraw]", withdrawTap],
    ["[data-answer]", answerNotification],
    ["[data-write]", toggleReply],
    [".stack,[data-expand]", toggleExpanded],
    ["[data-dismiss]", dismissNotification],
    ["[data-clear]", clearNotifications],
    ["[data-permit]", answerQuestion],
    ["[data-later]", putOffQuestion],
    ["[data-failure]", settleFailure],
    ["[data-passcode]", changePasscode],
    ["[data-location]", forgetLocation],
    ["[data-push]", sendPushTest],
    ["[data-passkey]", addPasskey],
    ["[data-install]", answerInstallation],
    ["[data-host]", answerHostQuestion],
    ["[data-removal]", removeApp],
    ["[data-cancel]", closeSheet],
    ["[data-copy]", copyCommand],
    ["[data-palette]", () => openPalette()],
    ["[data-shortcuts]", openShortcuts],
];

/** @param {HTMLButtonElement} button */
async function reloadWidget(button) {
    const widget = requiredAncestor(button, ".widget").dataset.widget ?? "";
    setBusy(button, true);
    await fetch(`/api/widgets/${encodeURIComponent(widget)}/reload`, { method: "POST" })
        .catch(() => say(texts.unreachable));
    setBusy(button, false);
}

/** @param {HTMLButtonElement} button */
function changePasscode(button) {
    const change = /** @type {import("./sheet.js").PasscodeChange} */ (button.dataset.passcode);
    openSheet({ passcode: change });
}

/**
 * Returns the element that an event happened at; `null` if it happened at the document itself.
 *
 * @param {Event} event
 */
function elementOf(event) {
    return event.target instanceof HTMLElement || event.target instanceof SVGElement
        ? /** @type {HTMLElement} */ (event.target)
        : null;
}

/**
 * Returns the field of a card whose text apps may do something with; `null` for every other element.
 *
 * @param {HTMLElement | null} target
 */
function textField(target) {
    const isField = target?.matches("textarea.ac-field,input.ac-field[type=text]") && !target.closest("dialog");
    return isField && root.dataset.rights !== "view" ? /** @type {HTMLInputElement} */ (target) : null;
}

/** @param {FocusEvent} event */
function offerActions(event) {
    const field = textField(elementOf(event));
    if (field) offerTextActions(field);
}

/** @param {HTMLInputElement} field */
function chooseAction(field) {
    chooseTextAction(field);
}

/** @param {MouseEvent} event */
function handleClick(event) {
    const button = elementOf(event)?.closest("button");
    if (!button || isBusy(button) && !hasNextText(button)) return;
    // The button of a reply would also submit its form.
    if (button.matches("[data-answer]")) event.preventDefault();
    const entry = buttons.find(([selector]) => button.matches(selector));
    entry?.[1](button);
}

/** @param {KeyboardEvent} event */
function handleKey(event) {
    const target = elementOf(event);
    if (!target || isSheetOpen() || find("dialog[open],:popover-open") || moveThroughRows(event, target)) return;
    if (target.matches(".grip")) moveWithKey(event, target);
    if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        openPalette();
    } else if ((event.key === "/" || event.key === "?") && !isTyping(target) && !event.ctrlKey && !event.altKey) {
        event.preventDefault();
        if (event.key === "/") openPalette(); else openShortcuts();
    } else if (event.key === "Enter" && event.altKey && textField(target)) {
        event.preventDefault();
        chooseAction(/** @type {HTMLInputElement} */ (target));
    } else if (event.key === "Escape") {
        handleEscape(target);
    } else if (event.key === "z" && (event.ctrlKey || event.metaKey) && !target.matches("input,textarea")) {
        find("[data-undo]")?.click();
    } else if (event.key === "F8") {
        event.preventDefault();
        const banner = find("#banners > li:not([inert]) .said");
        (banner ?? find("[data-fresh] summary") ?? find(".question:not([hidden])"))?.focus();
    } else if (event.key === "F9" && find(".widget")) {
        event.preventDefault();
        toggleAges(target.closest(".widget"));
    } else if (event.key === "Delete" && !isTyping(target) && root.dataset.rights !== "view") {
        const notification = target.closest("#banners > li:not([inert])") ?? target.closest("summary")?.closest(".item");
        const button = notification && find("[data-dismiss]", notification);
        if (button) dismissNotification(button);
    }
}

/**
 * Whether a key that is pressed now is part of a text.
 *
 * A field that was closed a moment ago, such as the palette's, keeps the focus until the next frame.
 *
 * @param {HTMLElement} target
 */
function isTyping(target) {
    const isField = target.matches("textarea,select,input:not([type=checkbox],[type=radio],[type=button])");
    return (isField || target.isContentEditable) && target.checkVisibility();
}

/** @param {HTMLElement} target */
function handleEscape(target) {
    /** @type {HTMLElement | null} */
    const banner = target.closest("#banners > li");
    if (banner) {
        hideBanner(banner);
    } else if (target.dataset.armed !== undefined) {
        delete target.dataset.armed;
    } else if (!hideAges() && isEditing()) {
        setEditing(false);
    }
}

/**
 * Lets Enter in an input of an app's page press a button instead of submitting the form.
 *
 * @param {KeyboardEvent} event
 */
function handleEnter(event) {
    const target = elementOf(event);
    // Enter that ends a composition chooses a word of the input method.
    if (event.key !== "Enter" || event.isComposing || event.altKey || !(target instanceof HTMLInputElement)) return;
    if (!target.matches(":is(#card,#primary-card,#use-card) input:not([type=checkbox],[type=radio])")) return;
    event.preventDefault();
    pressDefaultButton(target);
}

/** @param {Event} event */
function handleInput(event) {
    const control = /** @type {HTMLInputElement | null} */ (elementOf(event));
    if (control?.form && (scene || control.closest(".reply,#use-card"))) markChanged(control);
}

/** @param {Event} event */
function handleChange(event) {
    const target = elementOf(event);
    if (target?.dataset.permission) savePermissions(/** @type {HTMLInputElement} */ (target));
    if (target?.dataset.right) saveRight(/** @type {HTMLInputElement} */ (target));
    if (target?.dataset.theme !== undefined) chooseTheme(/** @type {HTMLInputElement} */ (target).value);
    if (target?.dataset.appearance !== undefined) saveAppearance();
    if (target?.dataset.preference) choosePreference(/** @type {HTMLSelectElement} */ (target));
    if (target?.dataset.quiet) saveQuietHours(/** @type {HTMLInputElement} */ (target));
    if (target?.dataset.location) saveLocationSharing(/** @type {HTMLInputElement} */ (target));
    if (target?.dataset.push) savePushes(/** @type {HTMLInputElement} */ (target));
    if (target?.matches("[data-bundle]")) uploadBundle(/** @type {HTMLInputElement} */ (target));
}

/** @param {SubmitEvent} event */
function handleSubmit(event) {
    const form = elementOf(event);
    if (form instanceof HTMLFormElement && form.matches("[action$='/sign-out'],[action^='/settings/passkeys/']")) {
        event.preventDefault();
        askBeforeSending(form);
        return;
    }
    if (!form?.matches("#card,#primary-card,.reply,#sheet form,.sheet form:not([method=dialog])")) return;
    event.preventDefault();
    submitIfSheet(event.target);
}

/**
 * Asks whether a form that signs this or another device out, or removes a passkey, is to be sent.
 *
 * @param {HTMLFormElement} form
 */
function askBeforeSending(form) {
    const button = find("button", form);
    const title = button?.getAttribute("aria-label") ?? button?.textContent ?? "";
    const about = whatFollows(form.getAttribute("action") ?? "", form.dataset.hasPasskeys !== undefined);
    const isSigningOut = form.getAttribute("action") === "/sign-out";
    openSheet({
        title, about, destructive: true,
        confirmed: async () => {
            if (isSigningOut) await removeFromSystem().catch(() => {});
            // The form's own function asks nobody.
            form.submit();
        },
    });
}

/**
 * @param {string} action - of a form that signs a device out or removes a passkey
 * @param {boolean} hasPasskeys - whether the device has any
 */
function whatFollows(action, hasPasskeys) {
    if (action.startsWith("/settings/passkeys/")) return texts.whatRemovingAPasskeyEnds;
    if (action === "/sign-out") {
        return hasPasskeys ? texts.whatSigningOutWithAPasskeyRemoves : texts.whatSigningOutRemoves;
    }
    return hasPasskeys ? texts.whatRemovingADeviceEnds : texts.whatSigningOutAnotherEnds;
}

function handleVisibility() {
    followBadge(document.hidden);
    if (document.hidden) {
        disconnect();
    } else if (!reloadIfOutdated()) {
        updateAges();
        tick();
        reconnect();
        renewLocation();
        removeSettled();
    }
}

/**
 * Loads the page again if it shows yesterday's date, or draws it again if it is an app's, unless the person cannot see
 * it or is in the middle of something.
 *
 * Timers stand still while the machine sleeps, and a hidden page waits until it is visible.
 *
 * @returns {boolean} whether it loads the page again
 */
function reloadIfOutdated() {
    if (!isOutdated() || document.hidden || isEditing() || isSheetOpen() || isKept()) return false;
    if (scene) {
        // What the person has typed stays.
        noteDay();
        drawScene();
        return false;
    }
    location.reload();
    return true;
}

function keepUpToDate() {
    if (!reloadIfOutdated()) updateAges();
}

/** Follows what the person and the browser do. */
function addListeners() {
    document.addEventListener("click", swallowClick, true);
    document.addEventListener("click", handleClick);
    document.addEventListener("click", goBack);
    document.addEventListener("keydown", handleKey);
    document.addEventListener("keydown", handleEnter);
    document.addEventListener("input", handleInput);
    document.addEventListener("focusin", offerActions);
    document.addEventListener("change", handleChange);
    document.addEventListener("submit", handleSubmit);
    document.addEventListener("pointerdown", startDragging);
    document.addEventListener("pointerdown", startPress);
    document.addEventListener("pointermove", movePress);
    for (const name of ["pointerup", "pointercancel", "scroll"]) {
        document.addEventListener(name, cancelPress, { capture: true, passive: true });
    }
    document.addEventListener("contextmenu", preventMenu);
    document.addEventListener("error", (event) => updatePicture(event.target), true);
    document.addEventListener("load", (event) => updatePicture(event.target), true);
    document.addEventListener("visibilitychange", handleVisibility);
    addEventListener("resize", fitFrameToWidth);
    addEventListener("pagehide", disconnect);
    addEventListener("pageshow", (event) => {
        if (!event.persisted) return;
        connect(true);
        showStoredOffer();
        drawSettings();
    });
    addEventListener("online", () => connect());
    watchSheet();
    watchLayers();
    watchOverflow();
    watchWidgetMenu();
    watchMenus();
}

/** Puts the focus at the notification that the address names: where the shorter list ended. */
function focusNamedNotification() {
    const notification = document.getElementById(location.hash.slice(1));
    if (!notification?.matches(".item")) return;
    // When the page is complete, the browser scrolls there and takes the focus from everything else.
    addEventListener("load", () => setTimeout(() => find("summary", notification)?.focus(), 50));
}

/** Opens the sheet if another surface has left an action to this page. */
function openRequestedSheet() {
    if (!main.dataset.request) return;
    const { error, ...sheetRequest } = JSON.parse(main.dataset.request);
    // Loading the page again must not open the sheet again.
    history.replaceState(null, "", "/notifications");
    openSheet(sheetRequest, error);
}

/** Has images made smaller that are too large to be shared, on the page that asks with which app they are shared. */
function shrinkSharedImages() {
    if (find("#shrinking")) shrinkImages();
}

/** Loads the style sheet of what only the script shows, after the first paint, which would otherwise wait for it. */
function loadLaterStyles() {
    const address = find("script[data-sheet]")?.dataset.sheet;
    if (!address) return;
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    const load = () => document.head.append(link);
    // A window that is hidden paints nothing; in another one the frame is painted before the timer.
    if (document.hidden) load();
    else requestAnimationFrame(() => setTimeout(load));
}

function start() {
    root.classList.add("js");
    root.classList.toggle("passkeys", "PublicKeyCredential" in window);
    const mustReload = updateTimeZone(main.dataset.zone);
    addListeners();
    updatePictures();
    updateControls();
    watchFrame();
    watchPrimary();
    updateTrail();
    focusFirstInput();
    focusNamedNotification();
    openRequestedSheet();
    shrinkSharedImages();
    watchAlert();
    showQuestion();
    showStoredOffer();
    resendTaps();
    if (mustReload) {
        location.reload();
    } else {
        connect();
        renewLocation();
    }
    watchWidth(connect);
    startClock();
    growIntoPages();
    loadLaterStyles();
    showBadgeOfApp();
    startOffline();
    showPushes();
    removeSettled();
    setInterval(keepUpToDate, 30_000);
    atMidnight(reloadIfOutdated);
}

start();
