import HostModel
import TodayProtocol

/// The form in which a person names a device and sets its rights.
struct DevicePage: Page {
    /// The device.
    var session: WebSession
    /// `true` if the page is open on the device itself, which cannot change its own rights here.
    var isOwn: Bool
    /// Name in the field.
    var name: String
    var rights: DeviceRights
    /// `true` if granting more rights needs the passcode.
    var needsPasscode: Bool
    /// The passkeys of the device.
    var passkeys: [DevicePasskey] = []
    /// Reason for which the form was refused; `nil` if it was not.
    var problem: LocalizableText?
    let context: PageContext

    /// Returns the address of a device's page.
    static func path(of id: String) -> String { "/settings/devices/\(id)" }

    var title: LocalizableText { session.label.map { .text($0) } ?? .unknownBrowser }
    var sheets: [PageStyleSheet] { [.scene, .settings, .install] }

    func write(to page: inout PageWriter) {
        page.writeBar(title, back: (DevicesSection.path, .settings))
        page.markup("<main class=\"column settings\"\(context.place)>")
        page.markup("<form method=\"post\" autocomplete=\"off\"><div class=\"sheaf spaced\">")
        DeviceFields(name: name, placeholder: session.browser).write(to: &page)
        if isOwn {
            page.markup("<div class=\"line\"><span>\(.deviceRights)</span><span>\(session.rights.title)</span></div>")
        } else {
            DeviceFields.writeRights(rights, to: &page)
            if needsPasscode { DeviceFields.writePasscode(to: &page) }
        }
        page.markup("</div>")
        page.writeProblem(problem)
        page.markup("<p class=\"aside\">\(isOwn ? .ownRightsAreChangedElsewhere : .aboutDeviceRights)</p>")
        page.markup("<p class=\"choices\"><button class=\"pill strong\">\(.save)</button></p></form>")
        PasskeyList(passkeys: passkeys, dates: context.dates).write(to: &page)
        page.markup("</main>")
    }
}

/// The fields of forms about a device.
struct DeviceFields {
    let name: String
    let placeholder: String?

    func write(to page: inout PageWriter) {
        page.markup("<label class=\"line\"><span>\(.deviceName)</span>")
        page.markup("<input class=\"field choose\" name=\"name\" maxlength=\"64\" autocomplete=\"off\"")
        page.markup("\("value", name)\("placeholder", placeholder ?? "")></label>")
    }

    /// Writes the choice of rights, up to the most that the device may get.
    static func writeRights(_ chosen: DeviceRights, upTo most: DeviceRights = .change, to page: inout PageWriter) {
        page.markup("<label class=\"line\"><span>\(.deviceRights)</span>")
        page.markup("<select class=\"field choose\" name=\"rights\" autocomplete=\"off\">")
        for rights in DeviceRights.allCases where rights <= most {
            page.markup("<option\("value", rights.rawValue)\(if: rights == chosen, " selected")>\(rights.title)")
            page.markup("</option>")
        }
        page.markup("</select></label>")
    }

    /// Writes the field for the passcode.
    static func writePasscode(to page: inout PageWriter) {
        page.markup("<label class=\"line\"><span>")
        page.text(.passcode)
        page.markup("</span><input class=\"field choose\" type=\"password\" name=\"passcode\"")
        page.markup(" autocomplete=\"current-password\"></label>")
    }
}

/// The list of signed-in devices in Settings; a device that may not change settings sees only itself.
struct DevicesSection {
    /// The address of the section.
    static let path = "/settings#sessions"

    let settings: BrowserSettings
    let dates: PageDates

    func write(to page: inout PageWriter) {
        let mayChange = settings.rights == .change
        page.markup("<h2 class=\"section-title\" id=\"sessions\">\(.devices)</h2>")
        page.markup("<ul class=\"sheaf\" aria-labelledby=\"sessions\">")
        for device in settings.devices where mayChange || device.id == settings.session {
            write(device, to: &page)
        }
        page.markup("</ul>")
        if settings.rights >= .act {
            writePasskeys(to: &page)
            writePushes(to: &page)
        }
        guard mayChange else { return }
        page.markup("<div class=\"sheaf\"><a class=\"line leads\"\("href", PairingLinkPage.path)>")
        page.markup("<span>\(.pairADeviceLink)</span></a></div>")
    }

    /// Writes the passkeys of this device, and the button that adds one, which the script shows if the browser supports
    /// them.
    private func writePasskeys(to page: inout PageWriter) {
        let own = settings.devices.first { $0.id == settings.session }
        PasskeyList(passkeys: own?.passkeys ?? [], dates: dates).write(to: &page)
        guard settings.offersPasskeys else { return }
        page.markup("<div data-needs-passkeys><div class=\"sheaf\">")
        page.markup("<button type=\"button\" class=\"line\" data-passkey>\(.addAPasskey)</button></div>")
        page.markup("<p class=\"aside\">\(.aboutPasskeys)</p></div>")
    }

    /// Writes the switch for notifications on this device, which the script shows if the browser supports them.
    private func writePushes(to page: inout PageWriter) {
        page.markup("<div id=\"pushes\" hidden><div class=\"sheaf\"><label class=\"line\"><span>")
        page.text(.notificationsOnThisDevice)
        page.markup("</span><input class=\"switch\" type=\"checkbox\" role=\"switch\" autocomplete=\"off\"")
        page.markup(" data-push=\"subscribe\"")
        if settings.getsPushes { page.markup(" checked") }
        page.markup("></label><button type=\"button\" class=\"line\" data-push=\"test\"")
        if !settings.getsPushes { page.markup(" hidden") }
        page.markup(">")
        page.text(.sendTest)
        page.markup("</button></div><ol class=\"hops\"")
        page.attribute("aria-label", .hopsOfTheTest)
        page.markup(" aria-live=\"polite\"></ol><p class=\"aside\">")
        page.text(.aboutNotificationsOnThisDevice)
        page.markup("</p></div><p class=\"aside\" id=\"no-pushes\" hidden>")
        page.text(.pushesNeedInstallation)
        page.markup("</p>")
    }

    private func write(_ device: Device, to page: inout PageWriter) {
        let isOwn = device.id == settings.session
        let name = device.label ?? LocalizableText.unknownBrowser.text(in: page.language)
        page.markup("<li class=\"line session\"><div><b>\(name)</b>")
        if let browser = device.browser, device.name != nil { page.markup("<p>\(browser)</p>") }
        page.markup("<p>")
        if isOwn {
            page.text(.thisBrowser)
        } else if device.isSignedOut {
            page.text(.deviceIsSignedOut)
        } else {
            page.markup("\(.lastSeen)\(dates.age(of: device.lastSeen))")
        }
        page.markup("</p><p>\(device.rights.title)")
        page.markup("\(if: !device.passkeys.isEmpty, "</p><p>\(.numberOfPasskeys(device.passkeys.count))")</p>")
        if device.isSilent, !isOwn { writeSilence(of: device, to: &page) }
        page.markup("</div><div class=\"tools\">")
        if settings.rights == .change {
            page.markup("<a class=\"quiet-button\"")
            page.markup("\("href", DevicePage.path(of: device.id))\("aria-label", .editDevice(name))>\(.edit)</a>")
        }
        page.markup("<form method=\"post\"\("action", isOwn ? "/sign-out" : "/sessions/\(device.id)/sign-out")")
        page.markup("\(if: !device.passkeys.isEmpty, " data-has-passkeys")><button class=\"quiet-button\"")
        page.attribute("aria-label", device.isSignedOut ? .removeNamedDevice(name) : .signOutDevice(name))
        page.markup(">\(device.isSignedOut ? .removeDevice : .signOut)</button></form></div></li>")
    }

    private func writeSilence(of device: Device, to page: inout PageWriter) {
        page.markup("<p class=\"silence\">")
        page.markup("\(.silenceOfDevice(dates.moment(device.lastSeen), reason: device.contact.silenceReason))</p>")
    }
}

extension DeviceRights {
    /// Label of the rights in the form.
    var title: LocalizableText {
        switch self {
        case .view: .mayView
        case .act: .mayAct
        case .change: .mayChange
        }
    }
}

extension DeviceContact {
    /// A phrase that says why the device is expected to have been seen since.
    fileprivate var silenceReason: LocalizableText {
        if pushesEnded != nil { return .subscriptionEnded }
        return switch roundedGap {
        case .hours(let count): .usuallySeenHours(count)
        case .days(let count): .usuallySeenDays(count)
        }
    }
}
