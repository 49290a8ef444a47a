// The page's script, in four parts that are one file on the wire: what every part needs (page.js), the screen and the pages of apps
// (today.js), notifications and settings (notifications.js), and what starts it all (live.js). It works on what the server wrote and
// keeps no copy of it.
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
const status = $("#status"), announcer = $("#announcer"), notices = $("#notices");
let words = [], title = notices?.dataset.title ?? doc.title;
const announce = (text) => {
    if (!announcer || words.push(text) > 1) return;
    announcer.textContent = "";
    setTimeout(() => { announcer.textContent = words.join(". "); words = []; }, 60);
};
const short = (number) => number > 9999 ? "9999+" : String(number);
const entitle = () => { const sum = Number(notices?.dataset.badge); doc.title = (sum ? `(${short(sum)}) ` : "") + title; };
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
    (name === "data-expanded" && el.matches(".widget")) || (name === "aria-expanded" && el.matches(".more,[data-write]")) ||
    (name === "open" && el.matches("details")) || (name === "data-armed") || (name === "data-broken") || (/^(style|data-fitted|tabindex)$/.test(name) && el.matches("iframe"));
// What tells an element from its siblings, if anything does: its id, or of a card the choice that it offers or where its row leads.
const keyOf = (el) => el.nodeType !== 1 ? "" : el.id || (el.matches(".ac-choice") ? "choice " + el.firstElementChild?.value
    : el.firstElementChild?.matches("a.ac-select") ? "row " + el.firstElementChild.getAttribute("href") : "");
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
    const nexts = [...to.childNodes], keys = new Set(nexts.map(keyOf));
    for (const child of [...from.children]) if (!keys.has(keyOf(child)) && keyOf(child)) child.remove();
    let at = from.firstChild;
    for (const next of nexts) {
        let match = null;
        const key = keyOf(next);
        // What was matched stands before `at`, so that of two with one key each is matched once.
        if (key) for (match = at; match && keyOf(match) !== key;) match = match.nextSibling;
        else if (at && at.nodeName === next.nodeName && !keyOf(at)) match = at;
        if (match && (match.nodeName !== next.nodeName || match.type !== next.type)) { if (match === at) at = at.nextSibling; match.remove(); match = null; }
        if (!match) {
            const fresh = from.insertBefore(doc.importNode(next, true), at);
            // What came while a person chooses was not chosen.
            if (fresh.matches?.(".ac-choice") && $("[data-touched]", from)) { fresh.firstElementChild.checked = false; fresh.firstElementChild.dataset.touched = ""; }
            continue;
        }
        if (match === at) at = at.nextSibling; else from.insertBefore(match, at);
        morph(match, next);
    }
    while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
    if (from.matches("textarea,select")) from.value = to.value;
}
const able = "a[href],button:not([disabled]),input,select,textarea,summary";
function redraw(element, html) {
    const fresh = parse(html).firstElementChild, focused = doc.activeElement;
    if (!fresh) return;
    const row = focused?.closest?.(".row")?.dataset.id, item = $$(".item").indexOf(focused?.closest?.(".item"));
    const shown = () => $$(able, element).filter((each) => each.checkVisibility()), place = shown().indexOf(focused);
    morph(element, fresh);
    // The keyboard goes on at the notification that took the place of the one that is gone.
    if (item >= 0 && !focused.isConnected) (($$(".item summary")[item] ?? $$(".item summary").at(-1)) ?? $("#list h2"))?.focus();
    // A row that moved to an end, came or went has lost the button that was pressed: the keyboard stays with the row.
    if (row && (!focused.isConnected || focused.disabled)) ($(`.row[data-id="${CSS.escape(row)}"] button:not([disabled])`) ?? $("#editor h2")).focus({ preventScroll: true });
    else if (focused?.isConnected && focused !== doc.activeElement && focused !== doc.body) focused.focus({ preventScroll: true });
    // Anything else that is gone hands the keyboard to what stands in its place.
    else if (place >= 0 && doc.activeElement === doc.body) (shown()[place] ?? shown().at(-1) ?? $("h2[tabindex]", element) ?? $(".tabs [aria-current],.back"))?.focus({ preventScroll: true });
    settle();
}

// MARK: Asking the host
// Asks one route; an error comes back as { error, message }.
async function call(method, path, body) {
    const answer = await fetch("/api/" + path, { method, body: body && JSON.stringify(body), headers: body ? { "Content-Type": "application/json" } : {} }).catch(() => null);
    if (answer?.status === 401) location.reload();
    const data = answer && answer.status !== 204 ? await answer.json().catch(() => ({})) : {};
    return answer?.ok ? data : { error: data.code ?? "away", message: data.message ?? "Today cannot be reached." };
}
// A busy button keeps the keyboard, which a disabled one would lose.
const busy = (button, on) => { on ? button.setAttribute("aria-busy", "true") : button.removeAttribute("aria-busy"); };
const isBusy = (button) => button.disabled || button.getAttribute("aria-busy") === "true";

