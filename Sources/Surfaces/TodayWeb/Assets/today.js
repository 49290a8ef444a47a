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
const openHere = (url, from, instead) => { location[instead ? "replace" : "assign"](`/open?url=${encodeURIComponent(url)}${from ? "&from=" + encodeURIComponent(from) : ""}`); };
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
// What was sent is the app's from now on. What a person chose after that is not, and outlasts that the answer is drawn.
function forgetSent(form, sent) {
    for (const touched of $$("[data-touched]", form)) {
        const control = touched.closest("[data-input]");
        if (!control || valueOf(control) === sent[control.getAttribute("name")]) delete touched.dataset.touched;
    }
}
async function perform(button) {
    const form = button.closest("form"), widget = button.closest(".widget"), act = button.dataset;
    // What an action without inputs sends has none, and a widget has none at all.
    const inputs = form && act.inputs !== "none" ? collect(form) : undefined;
    if (inputs === null) return;
    const target = widget ? { widget: { _0: widget.dataset.widget } } : { scene: { url: scene } };
    const tap = { id: newID(), target, data: JSON.parse(act.payload || "{}"), inputs };
    if (act.verb) tap.verb = act.verb;
    // The page may be drawn anew before the answer is here, with another action in this place.
    const destroys = button.matches(".ac-destructive");
    problem();
    busy(button, true);
    const outcome = await send(tap);
    busy(button, false);
    if (status?.textContent === "Still trying…") say("", 0);
    if (outcome.invalidInputs) {
        let first;
        for (const [id, text] of Object.entries(outcome.invalidInputs.errors)) { const control = setError(form ?? doc, id, text); first ??= control; }
        first ? focusIn(first) : problem(Object.values(outcome.invalidInputs.errors).join(" "));
    } else if (outcome.failed) problem(outcome.failed.reason);
    else if (outcome.done) {
        if (inputs) forgetSent(form, inputs);
        // No way leads back to the page of something that was deleted.
        const isGone = scene && outcome.done.open && destroys;
        if (isGone) keepTrail(trailBefore(scene));
        if (outcome.done.open) openHere(outcome.done.open, main.dataset.app ?? widget?.dataset.app, isGone);
        else if (scene) await drawScene();
    }
}
function toggle(button) {
    let shown;
    for (const { id, visible } of JSON.parse(button.dataset.payload || "[]")) {
        const element = doc.getElementById(id);
        if (!element) continue;
        element.dataset.was ??= element.hidden ? "hidden" : "shown";
        element.hidden = visible === null ? !element.hidden : !visible;
        shown = element.hidden ? shown : element;
    }
    // A button that hid itself hands the keyboard to what it showed: to the way back from there, if there is one.
    if (shown && !button.checkVisibility()) ($("[data-action=toggle]", shown) ?? $(able, shown))?.focus();
}

// MARK: Pages of apps
// The cursor goes where the app wants it when that is first shown, and never away from where a person types.
let focusGiven;
function giveFocus() {
    const control = $("#card [autofocus]"), name = control?.name;
    if (control && name !== focusGiven && !doc.activeElement?.matches("input,textarea,select")) control.focus();
    focusGiven = name;
}
// A message's body cannot say how high it is: nothing runs in its frame. It is measured when it is there, and again when it got
// another width, never because it got another height: a body as high as its frame would grow for ever.
const bodyLimit = 30000;
let bodyWidth = 0;
function fitBody() {
    const frame = $("#body"), body = frame?.contentDocument?.documentElement;
    if (!body) return;
    bodyWidth = frame.clientWidth;
    frame.style.height = "0px";
    const bar = body.scrollWidth > body.clientWidth ? 16 : 0;
    frame.style.height = `${Math.min(bodyLimit, Math.max(56, body.scrollHeight + bar))}px`;
    frame.dataset.fitted = "";
}
function bodyCame() {
    fitBody();
    // A body with nothing to press in it is read, and is no stop for the keyboard, which would show nowhere.
    const frame = $("#body"), content = frame?.contentDocument;
    if (content) frame.tabIndex = $("a[href],summary", content) ? 0 : -1;
    // What is folded in a body opens without a script.
    $("#body")?.contentDocument?.addEventListener("toggle", fitBody, true);
}
function watchBody() {
    const frame = $("#body");
    if (!frame) return;
    frame.addEventListener("load", bodyCame);
    if (frame.contentDocument?.readyState === "complete" && frame.contentDocument.URL !== "about:blank") bodyCame();
}
function drawBody(html) {
    const place = $("#message"), before = $("#body");
    if (!place) return;
    morph(place, parse(html).firstElementChild);
    if ($("#body") !== before) watchBody();
}
addEventListener("resize", () => { if ($("#body") && $("#body").clientWidth !== bodyWidth) fitBody(); });
async function drawScene() {
    const answer = await fetch(`/app/card?url=${encodeURIComponent(scene)}`).catch(() => null);
    if (answer?.status === 401) location.reload();
    if (!answer?.ok) return;
    const page = await answer.json();
    addRules(page.rules);
    redraw($("#card"), page.html);
    drawBody(page.body);
    $("#title").textContent = title = page.title; entitle();
    giveFocus();
}
// The pages of apps that led here; a page that is opened again leads back to where it was before.
const keepTrail = (trail) => sessionStorage.setItem("trail", JSON.stringify(trail));
function trailBefore(url) {
    const trail = JSON.parse(sessionStorage.getItem("trail") ?? "[]"), here = trail.findIndex((step) => step.url === url);
    return here >= 0 ? trail.slice(0, here) : trail.slice(-30);
}
function rememberPlace() {
    const back = $(".back"), home = JSON.parse(sessionStorage.getItem("home") ?? '["/","Today"]');
    if ($(".tabs")) sessionStorage.setItem("home", JSON.stringify([location.pathname, title]));
    if (back) { back.href = home[0]; $("span", back).textContent = home[1]; }
    if (!scene) { sessionStorage.removeItem("trail"); return; }
    const trail = trailBefore(scene), before = trail.at(-1);
    if (before && back) { back.href = `/app?url=${encodeURIComponent(before.url)}`; $("span", back).textContent = before.title; }
    keepTrail([...trail, { url: scene, title }]);
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

