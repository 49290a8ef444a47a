// MARK: Live changes
let stream = null, position = main?.dataset.position, seen = notices?.dataset.position, failures = 0, retry, worry;
function connect(opens) {
    disconnect();
    if (!position || doc.hidden) return;
    const query = new URLSearchParams({ after: position });
    if (scene) query.set("scene", scene);
    if (seen) query.set("notifications", seen);
    if (main.dataset.list) query.set("list", main.dataset.list);
    if (opens && (scene || $("#screen"))) query.set("opens", "1");
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
        if (!lifted && $("#screen")) redraw($("#screen"), data.html);
    });
    on("scene", () => { if (scene) drawScene(); });
    on("open", (data) => location.assign(data.href));
    on("notifications", drawNotifications);
}
function disconnect() { stream?.close(); stream = null; clearTimeout(retry); }

// MARK: What the person does
doc.addEventListener("click", (event) => {
    const button = event.target.closest?.("button");
    if (!button || isBusy(button)) return;
    if (button.matches(".more")) toggleMore(button.closest(".widget"));
    else if (button.matches(".retry")) {
        busy(button, true);
        fetch(`/api/widgets/${encodeURIComponent(button.closest(".widget").dataset.widget)}/reload`, { method: "POST" }).catch(() => say("Today cannot be reached."))
            .finally(() => busy(button, false));
    } else if (button.matches(".edit-button")) setEditing(!root.classList.contains("editing"));
    else if (button.matches(".tool:not(.grip)")) edit(button);
    else if (button.dataset.action === "toggle") toggle(button);
    else if (button.dataset.action) perform(button);
    else if (button.dataset.answer) { event.preventDefault(); choose(button); }
    else if (button.dataset.write) write(button);
    else if (button.dataset.dismiss !== undefined) dismiss(button);
    else if (button.dataset.clear !== undefined) clear(button);
    else if (button.dataset.permit) answerQuestion(button);
    else if (button.dataset.failure) settleFailure(button);
    else if (button.dataset.passcode) openSheet({ passcode: button.dataset.passcode });
    else if (button.dataset.cancel !== undefined) dialog.close();
});
// A picture that cannot be had leaves its room empty, and not the browser's sign for what is broken.
const notePicture = ({ target }) => { if (target.matches?.(".ac-picture")) target.toggleAttribute("data-broken", !target.naturalWidth); };
for (const name of ["error", "load"]) doc.addEventListener(name, notePicture, true);
$$(".ac-picture").forEach((target) => target.complete && notePicture({ target }));
doc.addEventListener("change", (event) => { if (event.target.dataset.permission) setPermission(event.target); });
doc.addEventListener("input", (event) => {
    const control = event.target, set = control.closest("fieldset[data-input]");
    if (!control.form || !(scene || control.closest(".reply"))) return;
    (set ? $$("input", set) : [control]).forEach((el) => { el.dataset.touched = ""; });
    const id = (set ?? control).getAttribute("name");
    if (id) setError(control.form, id);
});
doc.addEventListener("keydown", (event) => {
    const target = event.target, banner = target.closest("#banners > li"), row = target.closest("summary")?.closest(".item");
    if (dialog?.open) return;
    if (event.key === "Escape") {
        if (banner) leave(banner);
        else if (target.dataset.armed !== undefined) delete target.dataset.armed;
        else if (root.classList.contains("editing")) setEditing(false);
    } else if (event.key === "F8" && notices) { event.preventDefault(); $("button", notices)?.focus(); }
    else if (event.key === "Delete" && row) dismiss($("[data-dismiss]", row));
});
doc.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !event.target.matches("#card input:not([type=checkbox],[type=radio])")) return;
    event.preventDefault();
    const form = event.target.form, near = event.target.closest(".ac-input-row");
    (near && $("button[data-action]", near) || $("button.ac-positive[data-action]", form) || $("button[data-action=submit],button[data-action=execute][data-inputs=auto]", form))?.click();
});
doc.addEventListener("submit", (event) => {
    if (!event.target.matches("#card,.reply,.sheet form")) return;
    event.preventDefault();
    if (event.target === form) submitSheet();
});
doc.addEventListener("visibilitychange", () => { if (doc.hidden) disconnect(); else { failures = 0; writeAges(); connect(true); } });
addEventListener("pagehide", disconnect);
addEventListener("pageshow", (event) => { if (event.persisted) connect(true); });
addEventListener("online", () => connect());

settle();
watchBody();
rememberPlace();
giveFocus();
// The rest of a list opens where the list ended.
const place = doc.getElementById(location.hash.slice(1));
// The browser scrolls there when the page is complete, and takes the focus from everything else.
if (place?.matches(".item")) addEventListener("load", () => setTimeout(() => $("summary", place).focus(), 50));
if (main?.dataset.request) {
    const { error, ...act } = JSON.parse(main.dataset.request);
    history.replaceState(null, "", "/notifications");
    openSheet(act, error);
}
for (const tap of pending.values()) send(tap);
if (zoneIsNew && main?.dataset.zone && main.dataset.zone !== zone) location.reload(); else connect();
setInterval(writeAges, 30000);
const midnight = () => { const now = new Date(); setTimeout(() => { midnight(); if (!scene && !doc.hidden && !root.classList.contains("editing")) location.reload(); }, new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1) - now + 1000); };
midnight();
