// MARK: Answering
const sending = new Set();
async function ask(button, method, path, body) {
    busy(button, true);
    const answer = await call(method, path, body);
    busy(button, false);
    if (answer.error) say(answer.message);
}
async function sendAnswer({ id, app, action, text }, passcode) {
    let outcome, attempt = 0;
    sending.add(Number(id));
    for (; ; attempt++) {
        outcome = await call("POST", "notifications/answer", { notification: Number(id), action, text, passcode, waits: false });
        if (outcome.error !== "away" || attempt === 3) break;
        await pause(backoff(attempt));
    }
    sending.delete(Number(id));
    // After a reply that was lost it was most likely this answer that was taken.
    if (outcome.gone && !attempt) say("That was answered or dismissed elsewhere.");
    else if (outcome.failed) say(outcome.failed.reason);
    else if (outcome.open) openHere(outcome.open.url, app);
    return outcome;
}
async function choose(button) {
    const { id, app, name } = button.closest("[data-id]").dataset, field = button.form?.elements.text;
    if (field && !field.value.trim()) { field.focus(); return; }
    const act = { id, app, name, action: button.dataset.answer, text: field?.value, title: button.textContent, destructive: button.matches(".destructive") };
    busy(button, true);
    const outcome = await sendAnswer(act);
    busy(button, false);
    if (/^passcode/.test(outcome.error)) openSheet(act, outcome.error);
    else if (outcome.error) say(outcome.message);
}
function write(button) {
    const form = doc.getElementById(button.getAttribute("aria-controls"));
    form.dataset.was ??= "hidden";
    form.hidden = !form.hidden;
    button.setAttribute("aria-expanded", !form.hidden);
    if (!form.hidden) form.elements.text.focus();
}
// What clears more than one asks once more, where it stands.
function clear(button) {
    const app = button.closest("[data-group]")?.dataset.group;
    if (button.dataset.armed !== undefined) { ask(button, "POST", "notifications/dismiss", app ? { app: { id: app } } : { all: {} }); return; }
    button.dataset.armed = "";
    button.focus();
    button.addEventListener("blur", () => { delete button.dataset.armed; }, { once: true });
    announce("Press again to clear");
}
function dismiss(button) { ask(button, "POST", "notifications/dismiss", { notifications: { ids: [Number(button.closest("[data-id]").dataset.id)] } }); }
function settleFailure(button) {
    const path = "responses/" + encodeURIComponent(button.closest(".failure").dataset.response);
    button.dataset.failure === "retry" ? ask(button, "POST", path + "/retry") : ask(button, "DELETE", path);
}

// MARK: Banners: they pass by themselves unless somebody is at them; that withdraws nothing
const timers = new WeakMap();
function linger(banner) {
    clearTimeout(timers.get(banner));
    timers.set(banner, setTimeout(() => { if (!banner.matches(":hover,:focus-within")) leave(banner); }, 6000));
}
function leave(banner) {
    if (banner.inert) return;
    const focused = banner.contains(doc.activeElement);
    banner.inert = true;
    if (focused) ($("#banners > li:not([inert]) button") ?? $(".tabs [aria-current],.back"))?.focus({ preventScroll: true });
    Promise.allSettled(banner.getAnimations().map((animation) => animation.finished)).then(() => banner.remove());
}
function showBanner({ id, html, spoken }) {
    let banner = doc.getElementById("b-" + id);
    if (banner?.inert) { banner.remove(); banner = null; }
    if (banner) redraw(banner, html);
    if (!spoken) return;
    if (!banner) {
        banner = parse(html).firstElementChild;
        $("#banners").prepend(banner);
        for (const name of ["pointerleave", "focusout"]) banner.addEventListener(name, () => linger(banner));
        for (const older of $$("#banners > li:not([inert])").slice(3)) leave(older);
    }
    linger(banner);
    announce(spoken);
}

// MARK: What comes by the stream
let failed = new Set(notices?.dataset.failures.split(" "));
function drawNotifications({ position, beside, list, banner, gone, there }) {
    seen = position;
    if (beside) drawBeside(beside);
    if (list) redraw($("#list"), list);
    if (banner) showBanner(banner);
    for (const shown of $$("#banners > li")) {
        const id = Number(shown.dataset.id);
        if (id === gone || there?.includes(id) === false) leave(shown);
    }
    if (gone && asked?.id === gone && !sending.has(gone)) { dialog.close(); say("That was answered or dismissed elsewhere."); }
}
function drawBeside({ badge, count, badges, question, failures }) {
    const number = (element, value) => { element.textContent = value > 0 ? short(value) : ""; element.hidden = value <= 0; };
    notices.dataset.badge = badge;
    entitle();
    if ($("#count")) number($("#count"), count);
    for (const each of $$(".badge")) number(each, badges[each.dataset.badge] ?? 0);
    const former = $("#question > div")?.id;
    redraw($("#question"), question);
    if ($("#question > div") && $("#question > div").id !== former) announce($("#question h2").textContent);
    if ($("#failures")) redraw($("#failures"), failures);
    const all = $$(".failure", parse(failures)), fresh = all.find((each) => !failed.has(each.dataset.response));
    if (fresh) say(`Could not be done: ${$("p", fresh).textContent}`);
    failed = new Set(all.map((each) => each.dataset.response));
    if ($("#settings")) drawSettings();
}

// MARK: The sheet: for a passcode, a text, or to confirm what another surface left to the page
const dialog = $("#sheet"), form = $("#sheet form"), confirm = $("#sheet [data-confirm]");
const headings = { set: "Set a Passcode", change: "Change Passcode", remove: "Remove Passcode" };
let asked = null, countdown;
function openSheet(act, error) {
    const kind = act.passcode, isNew = error === "passcodeNotSet" || kind === "set" || kind === "change";
    const isOld = error === "passcodeRequired" || error === "passcodeWrong" || kind === "change" || kind === "remove";
    asked = { ...act, id: Number(act.id) };
    for (const part of $$("[data-part]", dialog)) {
        const on = { text: act.asks !== undefined, current: isOld, new: isNew }[part.dataset.part], input = $("input", part);
        part.hidden = !on; input.disabled = !on; input.required = on;
        if (input.name === "text") input.placeholder = act.asks ?? ""; else input.value = "";
    }
    $("h2", dialog).textContent = kind ? headings[kind] : isNew ? headings.set : isOld ? "Enter Passcode" : act.title;
    $("p", dialog).textContent = kind === "remove" ? "What needs it cannot be done until you set another one."
        : kind ? "At least 4 characters. Nobody can tell you what it is, so remember it well."
        : isNew ? `“${act.title}” needs a passcode, and there is none yet. Choose at least 4 characters.`
        : isOld ? `For “${act.title}”: ${act.name}` : act.name;
    confirm.dataset.label = kind ? headings[kind].split(" ")[0] : act.title;
    confirm.classList.toggle("destructive", kind === "remove" || Boolean(act.destructive));
    wrong("");
    if (!dialog.open) dialog.showModal();
    ($("label:not([hidden]) input", dialog) ?? confirm).focus();
}
// Says what is wrong, and takes no guess before the next one is taken; the button counts down, which is not read aloud.
function wrong(text, until) {
    const end = until && Date.parse(until.$date);
    $("#sheet-wrong").textContent = text;
    const count = (isFirst) => {
        const left = Math.ceil((end - Date.now()) / 1000), waits = left > 0 && left <= 3600;
        confirm.disabled = waits;
        confirm.textContent = !waits ? confirm.dataset.label : left > 90 ? `${Math.ceil(left / 60)} min` : `${left} s`;
        if (waits) countdown = setTimeout(count, 500); else if (!isFirst) $("#sheet-wrong").textContent = "You can try again now.";
    };
    clearTimeout(countdown);
    count(true);
}
async function submitSheet() {
    const act = asked, { text, current, new: fresh, again } = form.elements, value = (input) => input.disabled ? undefined : input.value;
    if (isBusy(confirm)) return;
    if (value(fresh) !== value(again)) { wrong("These are not the same."); again.focus(); return; }
    busy(confirm, true);
    let outcome = {};
    if (act.passcode || !fresh.disabled) outcome = await call("PUT", "passcode", { passcode: value(fresh), current: value(current) });
    if (!act.passcode && !outcome.error) outcome = await sendAnswer({ ...act, text: value(text) ?? act.text }, value(current) ?? value(fresh));
    const state = outcome.error === "passcodeWrong" ? await call("GET", "passcode") : {};
    busy(confirm, false);
    if (asked !== act) return;
    if (!outcome.error) {
        dialog.close();
        if (act.passcode) { say({ set: "The passcode is set.", change: "The passcode is changed.", remove: "The passcode is removed." }[act.passcode]); drawSettings(); }
    } else if (outcome.error === "passcodeRequired" || outcome.error === "passcodeNotSet") openSheet(act, outcome.error);
    else {
        wrong(outcome.message, state.nextTry);
        if (!current.disabled) { current.value = ""; current.focus(); }
    }
}
dialog?.addEventListener("close", () => {
    clearTimeout(countdown); form.reset(); asked = null;
    if (doc.activeElement === doc.body) ($(".item summary") ?? $("#list h2"))?.focus();
});

// MARK: Settings
async function drawSettings() {
    const page = await fetch("/settings").then((answer) => answer.ok ? answer.text() : "").catch(() => "");
    const fresh = $("#settings", parse(page));
    if (fresh) redraw($("#settings"), fresh.outerHTML);
}
const permit = (app, authorization, allowed) => call("PUT", "settings/notifications/" + encodeURIComponent(app), { authorization, allowed });
async function setPermission(box) {
    const section = box.closest("[data-app]"), isOn = (name) => $(`[data-permission=${name}]`, section)?.checked;
    const answer = await permit(section.dataset.app, isOn("authorized") ? "authorized" : "denied", ["alert", "sound", "badge"].filter(isOn));
    if (answer.error) { box.checked = !box.checked; say(answer.message); } else drawSettings();
}
async function answerQuestion(button) {
    const { app, wanted } = button.closest("[data-app]").dataset;
    busy(button, true);
    const answer = await permit(app, button.dataset.permit, wanted.split(" ").filter(Boolean));
    busy(button, false);
    if (answer.error) say(answer.message);
}
