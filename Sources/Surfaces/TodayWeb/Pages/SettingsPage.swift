import HostModel
import TodayProtocol

/// The settings: notifications by app, links to the rights of each app, and the passcode.
struct SettingsPage: Page {
    /// The apps that asked to notify.
    var apps: [AppNotificationDescription]
    var installed: [AppDescription]
    /// State of the connection to the cloud.
    var cloud = CloudStatus.notLinked
    var topics = TopicsSection()
    /// The hours in which notifications are quiet.
    var quietHours: QuietHours
    /// Time zone of the host; `nil` if the person has the same one.
    var hostZone: String?
    /// Last known location of the person.
    var location: LocationState
    /// Age of the location, in a few words.
    var locationAge: String?
    /// State of the passcode in this browser.
    var passcode: PasscodeState
    /// Settings of browsers, and facts about Today itself.
    var browser: BrowserSettings
    let context: PageContext

    var title: LocalizableText { .settings }
    var sheets: [PageStyleSheet] { [.scene, .settings, .install] }

    func write(to page: inout PageWriter) {
        page.writeBar(.settings)
        page.markup("<main class=\"column settings\"\(context.place)>\(content)</main>")
    }

    /// The part of the page that is replaced when a setting changes.
    var content: PageWriter {
        var page = PageWriter(context.language)
        page.markup("<div id=\"settings\">")
        guard browser.rights == .change else {
            writeWhatEveryDeviceMay(to: &page)
            page.markup("</div>")
            return page
        }
        AppearanceSection(settings: browser, appearance: context.appearance).write(to: &page)
        writeApps(to: &page)
        QuietHoursSection(quietHours: quietHours).write(to: &page)
        writeTimeZone(to: &page)
        AppListSection(apps: installed, images: context.images).write(to: &page)
        CloudSection(status: cloud, dates: context.dates).write(to: &page)
        topics.write(to: &page)
        LocationSection(state: location, age: locationAge).write(to: &page)
        writePasscode(to: &page)
        writeSecondScreen(to: &page)
        DevicesSection(settings: browser, dates: context.dates).write(to: &page)
        AboutSection(settings: browser).write(to: &page)
        page.markup("</div>")
        return page
    }

    /// Writes the settings of the browser itself, for a device that may not change any others.
    private func writeWhatEveryDeviceMay(to page: inout PageWriter) {
        let note: LocalizableText =
            browser.rights == .view ? .mayNotAct : browser.isUnencrypted ? .onlyEncrypted : .mayNotChange
        page.markup("<p class=\"aside\" role=\"note\">\(note)</p>")
        if browser.isUnencrypted { page.markup("<p class=\"aside\" role=\"note\">\(.notEncrypted)</p>") }
        AppearanceSection(settings: browser, appearance: context.appearance).write(to: &page)
        DevicesSection(settings: browser, dates: context.dates).write(to: &page)
        AboutSection(settings: browser).write(to: &page)
    }

    private func writeApps(to page: inout PageWriter) {
        page.markup("<h2 class=\"section-title\">\(.notifications)</h2>")
        if apps.isEmpty { page.markup("<p class=\"aside\">\(.noAppAsked)</p>") }
        for app in apps { PermissionSection(app: app, images: context.images).write(to: &page) }
    }

    /// Writes the zone of the host, and the button to use that of the person if it is another one.
    private func writeTimeZone(to page: inout PageWriter) {
        let zone = context.viewer.zone
        page.markup("<h2 class=\"section-title\" id=\"time-zone\">\(.timeZone)</h2>")
        if hostZone != nil {
            page.markup("<form class=\"sheaf\" method=\"post\" action=\"/settings/time-zone\">")
            page.markup("<button class=\"line\" name=\"zone\"\("value", zone)>\(.useTimeZone(zone))</button></form>")
        }
        page.markup("<p class=\"aside\">\(.aboutTimeZone(hostZone ?? zone))</p>")
    }

    private func writePasscode(to page: inout PageWriter) {
        page.markup("<h2 class=\"section-title\" id=\"passcode-title\">\(.passcode)</h2>")
        page.markup("<div class=\"sheaf\" role=\"group\" aria-labelledby=\"passcode-title\">")
        if passcode.isSet {
            page.markup("<button type=\"button\" class=\"line\" data-passcode=\"change\">\(.changePasscode)</button>")
            page.markup("<button type=\"button\" class=\"line destructive\" data-passcode=\"remove\">")
            page.markup("\(.removePasscode)</button>")
        } else {
            page.markup("<button type=\"button\" class=\"line\" data-passcode=\"set\">\(.setPasscode)</button>")
        }
        page.markup("</div><p class=\"aside\">\(.whatThePasscodeIsFor)</p>")
    }

    private func writeSecondScreen(to page: inout PageWriter) {
        page.markup("<h2 class=\"section-title\">\(.secondScreen)</h2>")
        page.markup("<div class=\"sheaf\"><a class=\"line leads\" href=\"/complications\">")
        page.markup("<span>\(.complications)</span></a></div><p class=\"aside\">\(.whatComplicationsAreFor)</p>")
    }
}

/// The notification switches of one app.
struct PermissionSection {
    let app: AppNotificationDescription
    var images = BundleImageIndex.empty

    func write(to page: inout PageWriter) {
        let id = "p-" + app.settings.app.rawValue
        page.markup("<div class=\"sheaf\" role=\"group\"\("id", id)\("data-app", app.settings.app.rawValue)")
        page.markup("\("aria-labelledby", id + ".name")><div class=\"line who\">")
        page.markup("\(AppIcon(app.title, of: app.settings.app, in: images))")
        page.markup("<div><h3\("id", id + ".name")>\(app.title)</h3><p>\(status)</p></div></div>")
        writeSwitch(.allowNotifications, "authorized", isOn: isAuthorized, isHidden: false, to: &page)
        for option in PermissionNames.order where app.settings.wanted.contains(option) {
            writeSwitch(
                PermissionNames.title(option),
                option.rawValue,
                isOn: app.settings.allowed.contains(option) || hasChosenNothing,
                isHidden: !isAuthorized,
                to: &page
            )
        }
        writeAppearance(to: &page)
        page.markup("</div>")
    }

    private var isAuthorized: Bool { app.settings.authorization == .authorized }
    /// `true` if the person has not chosen yet; all switches are then on when the person first allows anything.
    private var hasChosenNothing: Bool { !isAuthorized && app.settings.allowed.isEmpty }

    private var status: LocalizableText {
        switch app.settings.authorization {
        case .notDetermined: .asksFor(PermissionNames.sentence(app.settings.wanted))
        case .denied: .off
        case .authorized where app.settings.allowed.isEmpty: .allOff
        case .authorized where app.settings.isQuiet: .deliverQuietly
        case .authorized:
            .list(of: PermissionNames.order.filter(app.settings.allowed.contains).map(PermissionNames.title))
        }
    }

    private func writeSwitch(
        _ title: LocalizableText,
        _ name: String,
        isOn: Bool,
        isHidden: Bool,
        to page: inout PageWriter
    ) {
        page.markup("<label class=\"line\"\(if: isHidden, " hidden")><span>\(title)</span>")
        page.markup("<input class=\"switch\" type=\"checkbox\" role=\"switch\" autocomplete=\"off\"")
        page.markup("\("data-permission", name)\(if: isOn, " checked")></label>")
    }
}

// MARK: - How notifications appear

extension PermissionSection {
    /// Writes the alert style, and the switch that delivers notifications quietly.
    private func writeAppearance(to page: inout PageWriter) {
        let isAllowed = app.settings.authorization == .authorized
        let hasAlerts = isAllowed && app.settings.allowed.contains(.alert)
        if app.settings.wanted.contains(.alert) || hasAlerts {
            writeStyles(isHidden: !hasAlerts || app.settings.isQuiet, to: &page)
        }
        writeSwitch(.deliverQuietly, "quiet", isOn: app.settings.isQuiet, isHidden: !isAllowed, to: &page)
    }

    private func writeStyles(isHidden: Bool, to page: inout PageWriter) {
        let name = "style-" + app.settings.app.rawValue
        page.markup("<div class=\"line styles\" role=\"radiogroup\"\("aria-labelledby", name)")
        page.markup("\(if: isHidden, " hidden")><span\("id", name)>\(.alertStyle)</span><span class=\"segments\">")
        for style in NotificationAlertStyle.allCases {
            page.markup("<label><input type=\"radio\" autocomplete=\"off\" data-permission=\"style\"\("name", name)")
            page.markup("\("value", style.rawValue)\(if: style == app.settings.alertStyle, " checked")>")
            page.markup("<span>\(style.title)</span></label>")
        }
        page.markup("</span></div>")
    }
}

extension NotificationAlertStyle {
    /// Label of the alert style in the form.
    fileprivate var title: LocalizableText {
        switch self {
        case .none: .noAlerts
        case .banner: .banners
        case .alert: .alertsThatStay
        }
    }
}

/// The switch and the times of the quiet hours.
struct QuietHoursSection {
    let quietHours: QuietHours

    func write(to page: inout PageWriter) {
        page.markup("<h2 class=\"section-title\" id=\"quiet-title\">")
        page.text(.quietHours)
        page.markup("</h2>")
        page.markup("<div class=\"sheaf\" role=\"group\" aria-labelledby=\"quiet-title\" id=\"quiet-hours\">")
        page.markup("<label class=\"line\"><span>")
        page.text(.everyDay)
        page.markup("</span><input class=\"switch\" type=\"checkbox\"")
        page.markup(" role=\"switch\" autocomplete=\"off\" data-quiet=\"isOn\"")
        if quietHours.isOn { page.markup(" checked") }
        page.markup("></label>")
        writeTime(.from, "from", quietHours.from, to: &page)
        writeTime(.to, "to", quietHours.to, to: &page)
        page.markup("</div><p class=\"aside\">\(.aboutQuietHours)</p>")
    }

    private func writeTime(_ title: LocalizableText, _ name: String, _ minute: Int, to page: inout PageWriter) {
        page.markup("<label class=\"line\"\(if: !quietHours.isOn, " hidden")>")
        page.markup("<span>\(title)</span><input class=\"field time\" type=\"time\" required autocomplete=\"off\"")
        page.markup("\("data-quiet", name)\("value", QuietHours.text(minute))></label>")
    }
}
