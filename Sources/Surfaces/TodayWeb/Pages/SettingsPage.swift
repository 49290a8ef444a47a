import Foundation
import HostStorage
import Notifications
import TodayProtocol
import TodayScreen

/// The settings: which apps may notify and how, and the passcode.
struct SettingsPage {
    /// What the page shows.
    struct Model: Sendable {
        /// The apps that asked.
        var apps: [AppNotificationDescription]
        /// The passcode, on this browser.
        var passcode: PasscodeState
        /// Badges, questions and failures.
        var summary: NotificationSummary
        /// The position of the screen, for the page's stream.
        var screen: ScreenPosition
    }

    let model: Model

    /// The whole page, for one request.
    func html(nonce: String) -> [UInt8] {
        PageLayout(
            title: "Settings",
            nonce: nonce,
            sheets: [.scene, .settings],
            chrome: PageChrome(summary: model.summary, position: model.screen)
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

    /// The part that is replaced when a setting changes.
    var content: PageWriter {
        var page = PageWriter()
        page.markup("<div id=\"settings\">")
        writeApps(to: &page)
        writePasscode(to: &page)
        writeSecondScreen(to: &page)
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

    private func writeSecondScreen(to page: inout PageWriter) {
        page.markup("<h2 class=\"section-title\">Second Screen</h2>")
        page.markup("<div class=\"sheaf\"><a class=\"line\" href=\"/complications\">Complications</a></div>")
        page.markup("<p class=\"aside\">What apps show in your status bar, in large type.</p>")
    }
}

/// The switches of one app.
struct PermissionSection {
    let app: AppNotificationDescription

    func write(to page: inout PageWriter) {
        let id = "p-" + app.settings.app.rawValue
        page.markup("<div class=\"sheaf\" role=\"group\"")
        page.attribute("id", id)
        page.attribute("data-app", app.settings.app.rawValue)
        page.attribute("aria-labelledby", id + ".name")
        page.markup("><div class=\"line who\">")
        Icon(title: app.title, id: app.settings.app.rawValue).write(to: &page)
        page.markup("<div><h3")
        page.attribute("id", id + ".name")
        page.markup(">")
        page.text(app.title)
        page.markup("</h3><p>")
        page.text(status)
        page.markup("</p></div></div>")
        writeSwitch("Allow Notifications", "authorized", isOn: isAuthorized, isHidden: false, to: &page)
        for option in PermissionNames.order where app.settings.wanted.contains(option) {
            writeSwitch(
                PermissionNames.title(option),
                option.rawValue,
                isOn: app.settings.allowed.contains(option) || hasChosenNothing,
                isHidden: !isAuthorized,
                to: &page
            )
        }
        page.markup("</div>")
    }

    private var isAuthorized: Bool { app.settings.authorization == .authorized }
    /// Whether all switches are to be on when the person first allows anything.
    private var hasChosenNothing: Bool { !isAuthorized && app.settings.allowed.isEmpty }

    private var status: String {
        switch app.settings.authorization {
        case .notDetermined: "Asks for \(PermissionNames.sentence(app.settings.wanted))"
        case .denied: "Off"
        case .authorized:
            app.settings.allowed.isEmpty
                ? "All switched off"
                : PermissionNames.order.filter(app.settings.allowed.contains)
                    .map(PermissionNames.title).joined(separator: ", ")
        }
    }

    private func writeSwitch(
        _ title: String,
        _ name: String,
        isOn: Bool,
        isHidden: Bool,
        to page: inout PageWriter
    ) {
        page.markup("<label class=\"line\"")
        if isHidden { page.markup(" hidden") }
        page.markup("><span>")
        page.text(title)
        page.markup("</span><input class=\"switch\" type=\"checkbox\" role=\"switch\" autocomplete=\"off\"")
        page.attribute("data-permission", name)
        if isOn { page.markup(" checked") }
        page.markup("></label>")
    }
}
