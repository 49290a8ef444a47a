// What the command palette can do by itself.

import { find } from "./dom.js";
import { isEditing, setEditing } from "./edit-mode.js";
import { chooseTheme } from "./settings.js";
import { openShortcuts } from "./shortcuts.js";
import { texts } from "./texts.js";

/** @returns {import("./palette.js").Item[]} */
export function commands() {
    const { pages, command } = texts.kinds;
    /** @type {import("./palette.js").Item[]} */
    const all = [
        { title: texts.today, kind: pages, href: "/" },
        { title: texts.notifications, kind: pages, href: "/notifications" },
        { title: texts.settings, kind: pages, href: "/settings" },
        { title: texts.complications, kind: pages, href: "/complications" },
        { title: texts.outbox, kind: pages, href: "/outbox" },
        { title: texts.topics, kind: pages, href: "/topics" },
        { title: texts.sendMessage, kind: pages, href: "/send" },
    ];
    if (find("#editor")) all.push({ title: texts.editWidgets, kind: command, run: () => setEditing(!isEditing()) });
    const themes = { "": texts.systemTheme, light: texts.lightTheme, dark: texts.darkTheme };
    for (const [theme, title] of Object.entries(themes)) {
        all.push({ title, kind: command, run: () => chooseTheme(theme) });
    }
    all.push({ title: texts.shortcuts, kind: command, run: openShortcuts });
    return all;
}
