// The page's script: taps, live changes, Show More, editing. It works on what the server wrote and keeps no copy of it.
const doc = document, root = doc.documentElement, main = doc.querySelector("main");
const $ = (selector, within = doc) => within.querySelector(selector);
const $$ = (selector, within = doc) => [...within.querySelectorAll(selector)];
const scene = main?.dataset.scene;
const parse = (html) => { const box = doc.createElement("template"); box.innerHTML = html; return box.content; };
root.classList.add("js");

// MARK: Cookies that the server reads for the first paint
const cookie = (name) => decodeURIComponent(doc.cookie.split("; ").find((c) => c.startsWith(name + "="))?.slice(name.length + 1) ?? "");
const setCookie = (name, value) => { doc.cookie = `${name}=${encodeURIComponent(value)};path=/;max-age=31536000;samesite=strict`; };
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zoneIsNew = zone && cookie("today_zone") !== zone;
if (zoneIsNew) setCookie("today_zone", zone);

// MARK: What the page says
const status = $("#status"), announcer = $("#announcer");
const announce = (text) => { if (announcer) { announcer.textContent = ""; setTimeout(() => { announcer.textContent = text; }, 60); } };
let noteTimer;
const say = (text, seconds = 6) => {
    if (!status) return;
    status.textContent = text;
    clearTimeout(noteTimer);
    if (seconds) noteTimer = setTimeout(() => { status.textContent = ""; }, seconds * 1000);
};
const ago = (date) => {
    const minutes = Math.max(0, Math.floor((Date.now() - date) / 60000)), hours = Math.floor(minutes / 60), days = Math.floor(hours / 24);
    return minutes < 1 ? "just now" : hours < 1 ? `${minutes} min ago` : days < 1 ? `${hours} hr ago` : days < 2 ? "yesterday" : `${days} days ago`;
};
const writeAges = () => $$("time[data-ago]").forEach((t) => { t.textContent = ago(Date.parse(t.dateTime)); });

// MARK: Drawing again without losing what the person does
const sheet = new CSSStyleSheet(), known = new Set();
doc.adoptedStyleSheets = [...doc.adoptedStyleSheets, sheet];
const addRules = (rules = []) => rules.forEach(([name, declarations]) => {
    if (!known.has(name)) { known.add(name); sheet.insertRule(`.${name}{${declarations}}`, sheet.cssRules.length); }
});
const keepsOwn = (el, name) => name === "data-touched" || name === "data-was" || name === "aria-busy" ||
    (name === "hidden" && el.dataset.was !== undefined) || (name === "disabled" && el.getAttribute("aria-busy") === "true") ||
    (name === "data-expanded" && el.matches(".widget")) || (name === "aria-expanded" && el.matches(".more"));
function morph(from, to) {
    if (from.nodeType !== 1) { if (from.data !== to.data) from.data = to.data; return; }
    // What the person showed or hid stays, until the app itself changes its mind.
    if (from.dataset.was !== undefined && (from.dataset.was === "hidden") !== to.hidden) delete from.dataset.was;
    for (const { name } of [...from.attributes]) if (!to.hasAttribute(name) && !keepsOwn(from, name)) from.removeAttribute(name);
    for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value && !keepsOwn(from, name)) from.setAttribute(name, value);
    if (from.matches("input,textarea,select")) {
        // A day or a time that is half typed has no value yet, and says so.
        if (from.dataset.touched !== undefined || from.validity?.badInput) { if (from.matches("input")) return; }
        else if (from.type === "checkbox" || from.type === "radio") from.checked = to.checked;
        else if (from.matches("input")) from.value = to.value;
    }
    if (from.matches("textarea,select") && from.dataset.touched !== undefined) return;
    let at = from.firstChild;
    for (const next of [...to.childNodes]) {
        let match = null;
        if (next.id) match = [...from.children].find((child) => child.id === next.id) ?? null;
        else if (at && at.nodeName === next.nodeName && !at.id) match = at;
        if (match && (match.nodeName !== next.nodeName || match.type !== next.type)) { if (match === at) at = at.nextSibling; match.remove(); match = null; }
        if (!match) { from.insertBefore(doc.importNode(next, true), at); continue; }
        if (match === at) at = at.nextSibling; else from.insertBefore(match, at);
        morph(match, next);
    }
    while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
    if (from.matches("textarea,select")) from.value = to.value;
}
function redraw(element, html) {
    const fresh = parse(html).firstElementChild, focused = doc.activeElement;
    if (!fresh) return;
    const row = focused?.closest?.(".row")?.dataset.id;
    morph(element, fresh);
    // A row that moved to an end, came or went has lost the button that was pressed: the keyboard stays with the row.
    if (row && (!focused.isConnected || focused.disabled)) ($(`.row[data-id="${CSS.escape(row)}"] button:not([disabled])`) ?? $("#editor h2")).focus({ preventScroll: true });
    else if (focused?.isConnected && focused !== doc.activeElement && focused !== doc.body) focused.focus({ preventScroll: true });
    settle();
}

// MARK: Show More
const expanded = new Set(cookie("today_expanded").split(",").filter(Boolean));
function settle() {
    for (const widget of $$(".widget")) {
        const button = $(".more", widget), open = Boolean(button) && expanded.has(widget.dataset.widget);
        widget.toggleAttribute("data-expanded", open);
        if (button) { button.setAttribute("aria-expanded", open); button.textContent = open ? "Show Less" : "Show More"; }
    }
    const edit = $(".edit-button"), on = root.classList.contains("editing");
    if (edit) { edit.setAttribute("aria-pressed", on); edit.textContent = on ? "Done" : "Edit"; }
    writeAges();
}
function toggleMore(widget) {
    const id = widget.dataset.widget;
    if (!expanded.delete(id)) expanded.add(id);
    setCookie("today_expanded", [...expanded].slice(-50).join(","));
    settle();
}

// MARK: Taps: one id each, sent until it is answered
const newID = () => crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const backoff = (attempt) => Math.min(15000, 400 * 2 ** attempt) * (0.5 + Math.random() / 2);
const pending = new Map(Object.entries(JSON.parse(sessionStorage.getItem("taps") ?? "{}")));
const keepPending = () => sessionStorage.setItem("taps", JSON.stringify(Object.fromEntries(pending)));
async function send(tap) {
    pending.set(tap.id, tap); keepPending();
    for (let attempt = 0; ; attempt++) {
        try {
            const answer = await fetch("/api/taps", { method: "POST", body: JSON.stringify(tap), headers: { "Content-Type": "application/json" } });
            if (answer.status === 401) { location.reload(); return {}; }
            if (answer.status < 500 || answer.status === 502) {
                pending.delete(tap.id); keepPending();
                const body = await answer.json();
                return answer.ok ? body : { failed: { reason: body.message } };
            }
        } catch { /* The reply was lost, or the host is away: the same tap goes again. */ }
        if (attempt === 2) say("Still trying…", 0);
        await pause(backoff(attempt));
    }
}
const openHere = (url, from) => { location.assign(`/open?url=${encodeURIComponent(url)}${from ? "&from=" + encodeURIComponent(from) : ""}`); };
function problem(text) {
    const place = $("#problem");
    if (place) { place.textContent = text ?? ""; place.hidden = !text; if (text) place.scrollIntoView({ block: "nearest" }); } else if (text) say(text);
}
function setError(form, id, text) {
    const slot = $(`[data-error-for="${CSS.escape(id)}"]`, form), control = $(`[data-input][name="${CSS.escape(id)}"]`, form);
    if (slot) { slot.textContent = text ?? ""; slot.hidden = !text; }
    if (control) text ? control.setAttribute("aria-invalid", "true") : control.removeAttribute("aria-invalid");
    return control;
}
const focusIn = (control) => (control?.matches("fieldset") ? $("input", control) : control)?.focus();
const valueOf = (c) => c.matches("fieldset") ? $$("input:checked", c).map((i) => i.value).join(",") : c.type === "checkbox" ? (c.checked ? c.value : c.dataset.valueOff ?? "") : c.value;
function collect(form) {
    const values = {};
    let first = null;
    for (const control of $$("[data-input]", form)) {
        const id = control.getAttribute("name"), value = valueOf(control), required = control.required || control.dataset.required;
        let error = null;
        if (control.validity?.badInput || control.validity?.rangeUnderflow || control.validity?.rangeOverflow) error = control.dataset.error || "This does not look right.";
        else if (required && (control.type === "checkbox" ? !control.checked : !value.trim())) error = control.dataset.error || "This is required.";
        else if (value && control.dataset.regex) try { if (!new RegExp(control.dataset.regex).test(value)) error = control.dataset.error || "This does not look right."; } catch { /* The server decides. */ }
        setError(form, id, error);
        if (error) first ??= control;
        values[id] = value;
    }
    focusIn(first);
    return first ? null : values;
}
async function perform(button) {
    const form = button.closest("form"), widget = button.closest(".widget"), act = button.dataset;
    // What an action without inputs sends has none, and a widget has none at all.
    const inputs = form && act.inputs !== "none" ? collect(form) : undefined;
    if (inputs === null) return;
    const target = widget ? { widget: { _0: widget.dataset.widget } } : { scene: { url: scene } };
    const tap = { id: newID(), target, data: JSON.parse(act.payload || "{}"), inputs };
    if (act.verb) tap.verb = act.verb;
    problem();
    button.setAttribute("aria-busy", "true"); button.disabled = true;
    const outcome = await send(tap);
    button.removeAttribute("aria-busy"); button.disabled = false;
    if (status?.textContent === "Still trying…") say("", 0);
    if (outcome.invalidInputs) {
        let first;
        for (const [id, text] of Object.entries(outcome.invalidInputs.errors)) { const control = setError(form ?? doc, id, text); first ??= control; }
        first ? focusIn(first) : problem(Object.values(outcome.invalidInputs.errors).join(" "));
    } else if (outcome.failed) problem(outcome.failed.reason);
    else if (outcome.done) {
        if (form && act.inputs !== "none") $$("[data-touched]", form).forEach((el) => { delete el.dataset.touched; });
        if (outcome.done.open) openHere(outcome.done.open, main.dataset.app ?? widget?.dataset.app);
        else if (scene) await drawScene();
    }
}
function toggle(button) {
    for (const { id, visible } of JSON.parse(button.dataset.payload || "[]")) {
        const element = doc.getElementById(id);
        if (!element) continue;
        element.dataset.was ??= element.hidden ? "hidden" : "shown";
        element.hidden = visible === null ? !element.hidden : !visible;
    }
}

// MARK: Pages of apps
// The cursor goes where the app wants it when that is first shown, and never away from where a person types.
let focusGiven;
function giveFocus() {
    const control = $("#card [autofocus]"), name = control?.name;
    if (control && name !== focusGiven && !doc.activeElement?.matches("input,textarea,select")) control.focus();
    focusGiven = name;
}
async function drawScene() {
    const answer = await fetch(`/app/card?url=${encodeURIComponent(scene)}`).catch(() => null);
    if (answer?.status === 401) location.reload();
    if (!answer?.ok) return;
    const page = await answer.json();
    addRules(page.rules);
    redraw($("#card"), page.html);
    $("#title").textContent = page.title; doc.title = page.title;
    giveFocus();
}
function rememberPlace() {
    if (!scene) { sessionStorage.removeItem("trail"); return; }
    let trail = JSON.parse(sessionStorage.getItem("trail") ?? "[]");
    const here = trail.findIndex((step) => step.url === scene);
    trail = here >= 0 ? trail.slice(0, here) : trail.slice(-30);
    const before = trail.at(-1), back = $(".back");
    if (before && back) { back.href = `/app?url=${encodeURIComponent(before.url)}`; $("span", back).textContent = before.title; }
    sessionStorage.setItem("trail", JSON.stringify([...trail, { url: scene, title: doc.title }]));
}

// MARK: Editing
let lifted = null;
const order = () => $$("#chosen .row").map((row) => row.dataset.id);
async function saveOrder(widgets, words) {
    const answer = await fetch("/api/screen", { method: "PUT", body: JSON.stringify({ widgets }), headers: { "Content-Type": "application/json" } }).catch(() => null);
    if (answer?.ok) announce(words); else say("That could not be saved. Is Today running?");
}
function setEditing(on) {
    root.classList.toggle("editing", on);
    settle();
    (on ? $("#editor h2") : $(".edit-button")).focus({ preventScroll: !on });
    if (on) scrollTo({ top: 0 });
}
function edit(button) {
    const row = button.closest(".row"), ids = order(), id = row.dataset.id, name = row.dataset.name, at = ids.indexOf(id);
    if (button.matches(".remove")) saveOrder(ids.filter((other) => other !== id), `${name} removed`);
    else if (button.matches(".add")) saveOrder([...ids, id], `${name} added`);
    else {
        const to = at + (button.matches(".up") ? -1 : 1);
        if (to < 0 || to >= ids.length) return;
        ids.splice(at, 1); ids.splice(to, 0, id);
        saveOrder(ids, `${name}, ${to + 1} of ${ids.length}`);
    }
}
doc.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest?.(".grip"), row = grip?.closest(".row");
    if (!row || event.button) return;
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    lifted = row; row.classList.add("lifted");
    const before = order().join();
    let startY = event.clientY;
    const move = (e) => {
        for (;;) {
            const offset = e.clientY - startY, up = row.previousElementSibling, down = row.nextElementSibling;
            if (up && offset < -up.offsetHeight / 2) { startY -= up.offsetHeight; up.before(row); }
            else if (down && offset > down.offsetHeight / 2) { startY += down.offsetHeight; down.after(row); }
            else break;
        }
        row.style.transform = `translateY(${e.clientY - startY}px)`;
    };
    const drop = () => {
        grip.removeEventListener("pointermove", move);
        row.style.transform = ""; row.classList.remove("lifted"); lifted = null;
        if (order().join() !== before) saveOrder(order(), `${row.dataset.name}, ${order().indexOf(row.dataset.id) + 1} of ${order().length}`);
    };
    grip.addEventListener("pointermove", move);
    grip.addEventListener("lostpointercapture", drop, { once: true });
});

// MARK: Live changes
let stream = null, position = main?.dataset.position, failures = 0, retry, worry;
function connect(opens) {
    disconnect();
    if (!position || doc.hidden) return;
    const query = new URLSearchParams({ after: position });
    if (scene) query.set("scene", scene);
    if (opens) query.set("opens", "1");
    stream = new EventSource(`/events?${query}`);
    const on = (name, act) => stream.addEventListener(name, (event) => {
        // The stream's own "open" has no data.
        if (event.data !== undefined) { position = event.lastEventId || position; act(JSON.parse(event.data)); }
    });
    stream.onopen = () => { failures = 0; clearTimeout(worry); worry = null; if (status?.dataset.lost) { delete status.dataset.lost; say("", 0); if (scene) drawScene(); } };
    stream.onerror = () => {
        disconnect();
        worry ??= setTimeout(() => { if (status) { status.dataset.lost = "1"; say("Reconnecting…", 0); } }, 3000);
        retry = setTimeout(async () => {
            const answer = await fetch("/api/version").catch(() => null);
            if (answer?.status === 401) location.reload(); else connect();
        }, backoff(failures++));
    };
    on("widget", (data) => {
        addRules(data.rules);
        const widget = doc.getElementById("w-" + data.id);
        if (widget) redraw(widget, data.html);
    });
    on("screen", (data) => {
        addRules(data.rules);
        if (!lifted && !scene) redraw($("#screen"), data.html);
    });
    on("scene", () => { if (scene) drawScene(); });
    on("open", (data) => location.assign(data.href));
}
function disconnect() { stream?.close(); stream = null; clearTimeout(retry); }

// MARK: What the person does
doc.addEventListener("click", (event) => {
    const button = event.target.closest?.("button");
    if (!button || button.disabled) return;
    if (button.matches(".more")) toggleMore(button.closest(".widget"));
    else if (button.matches(".retry")) {
        button.disabled = true;
        fetch(`/api/widgets/${encodeURIComponent(button.closest(".widget").dataset.widget)}/reload`, { method: "POST" }).catch(() => say("Today cannot be reached."))
            .finally(() => { button.disabled = false; });
    } else if (button.matches(".edit-button")) setEditing(!root.classList.contains("editing"));
    else if (button.matches(".tool:not(.grip)")) edit(button);
    else if (button.dataset.action === "toggle") toggle(button);
    else if (button.dataset.action) perform(button);
});
doc.addEventListener("input", (event) => {
    const control = event.target, set = control.closest("fieldset[data-input]");
    if (!control.form || !scene) return;
    (set ? $$("input", set) : [control]).forEach((el) => { el.dataset.touched = ""; });
    const id = (set ?? control).getAttribute("name");
    if (id) setError(control.form, id);
});
doc.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !event.target.matches("form input:not([type=checkbox],[type=radio])")) return;
    event.preventDefault();
    const form = event.target.form, near = event.target.closest(".ac-input-row");
    (near && $("button[data-action]", near) || $("button.ac-positive[data-action]", form) || $("button[data-action=submit],button[data-action=execute][data-inputs=auto]", form))?.click();
});
doc.addEventListener("submit", (event) => { if (event.target.matches("#card")) event.preventDefault(); });
doc.addEventListener("visibilitychange", () => { if (doc.hidden) disconnect(); else { failures = 0; writeAges(); connect(true); } });
addEventListener("pagehide", disconnect);
addEventListener("pageshow", (event) => { if (event.persisted) connect(true); });
addEventListener("online", () => connect());

settle();
rememberPlace();
giveFocus();
for (const tap of pending.values()) send(tap);
if (zoneIsNew && main?.dataset.zone && main.dataset.zone !== zone) location.reload(); else connect();
setInterval(writeAges, 30000);
const midnight = () => { const now = new Date(); setTimeout(() => { midnight(); if (!scene && !doc.hidden && !root.classList.contains("editing")) location.reload(); }, new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1) - now + 1000); };
midnight();
