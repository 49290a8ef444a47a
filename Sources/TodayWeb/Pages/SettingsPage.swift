import Foundation
import Notifications
import TodayProtocol
import TodayScreen

/// What the person decides: which app may notify and how, and the passcode.
struct SettingsPage {
    /// What the page shows.
    struct Model: Sendable {
        /// The apps that asked.
        var apps: [AppNotificationDescription]
        /// The passcode, on this browser.
        var passcode: PasscodeState
        /// What goes beside it of notifications.
        var summary: NotificationSummary
        /// The position of the screen, for the page's stream.
        var screen: ScreenPosition
    }

    let model: Model

    /// The whole page, for one request.
    func html(nonce: String) -> [UInt8] {
        PageFrame(
            title: "Settings",
            nonce: nonce,
            sheets: [.settings],
            surroundings: PageSurroundings(summary: model.summary, position: model.screen)
        ).wrap { page in
            page.markup("<header class=\"bar\"><div><a class=\"back\" href=\"/\">")
            page.markup(Symbol.back.markup)
            page.markup("<span>Today</span></a><h1>Settings</h1></div></header>")
            page.markup("<main class=\"column settings\"")
            page.attribute("data-position", model.screen.description)
            page.markup(">")
            page.page(content)
            page.markup("</main>")
        }
    }

    /// What changes when anything is decided.
    var content: PageWriter {
        var page = PageWriter()
        page.markup("<div id=\"settings\">")
        writeApps(to: &page)
        writePasscode(to: &page)
        page.markup("</div>")
        return page
    }

    private func writeApps(to page: inout PageWriter) {
        page.markup("<h2 class=\"section-title\">Notifications</h2>")
        if model.apps.isEmpty {
            page.markup("<p class=\"aside\">No app has asked to send you notifications yet.</p>")
        }
        for app in model.apps { PermissionSection(app: app).write(to: &page) }
    }

    private func writePasscode(to page: inout PageWriter) {
        page.markup("<h2 class=\"section-title\" id=\"passcode-title\">Passcode</h2>")
        page.markup("<div class=\"sheaf\" role=\"group\" aria-labelledby=\"passcode-title\">")
        if model.passcode.isSet {
            page.markup("<button type=\"button\" class=\"line\" data-passcode=\"change\">Change Passcode…</button>")
            page.markup(
                "<button type=\"button\" class=\"line destructive\" data-passcode=\"remove\">Remove Passcode…</button>"
            )
        } else {
            page.markup("<button type=\"button\" class=\"line\" data-passcode=\"set\">Set Passcode…</button>")
        }
        page.markup("</div><p class=\"aside\">Some actions of notifications are done only when you give the passcode. ")
        page.markup("It then holds for a minute, in this browser alone.</p>")
    }
}
