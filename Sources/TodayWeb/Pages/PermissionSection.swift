import HostStore
import Notifications
import TodayProtocol

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
