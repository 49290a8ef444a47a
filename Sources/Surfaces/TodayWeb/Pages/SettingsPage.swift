import Foundation
import HostModel
import TodayProtocol

/// The settings: notifications by app, links to the rights of each app, and the passcode.
struct SettingsPage {
    /// Content of the page.
    struct Model: Sendable {
        /// The apps that asked to notify.
        var apps: [AppNotificationDescription]
        var installed: [AppDescription]
        /// State of the connection to the cloud.
        var cloud = CloudStatus.notLinked
        var topics = TopicsSection.Model()
        /// The hours in which notifications are quiet.
        var quietHours: QuietHours
        /// Time zone of the host, in which the quiet hours are; `nil` if the person has the same one.
        var hostZone: String?
        /// Last known location of the person.
        var location: LocationState
        /// Age of the location, in a few words.
        var locationAge: String?
        /// State of the passcode in this browser.
        var passcode: PasscodeState
        /// Badges, questions and failures.
        var summary: NotificationSummary
        /// Position after which the page's event stream continues.
        var screen: ScreenPosition
        /// Settings of browsers, and facts about Today itself.
        var browser: BrowserSettings
        /// Formats dates.
        var dates: PageDates
        /// The language of the texts.
        var language = PageLanguage.english
        /// The images of the installed bundles.
        var images = BundleImageIndex.empty
    }

    let model: Model

    /// Returns the whole page as HTML; `nonce` is that of its content security policy.
    func html(nonce: String) -> [UInt8] {
        PageLayout(
            title: LocalizableText.settings.text(in: model.language),
            nonce: nonce,
            language: model.language,
            sheets: [.scene, .settings, .install],
            chrome: PageChrome(summary: model.summary, position: model.screen, images: model.images)
        ).wrap { page in
            page.writeBar(.settings)
            page.markup("<main class=\"column settings\"")
            page.attribute("data-position", model.screen.description)
            page.markup(">")
            page.page(content)
            page.markup("</main>")
        }
    }

    /// The part of the page that is replaced when a setting changes.
    var content: PageWriter {
        var page = PageWriter(model.language)
        page.markup("<div id=\"settings\">")
        guard model.browser.rights == .change else {
            writeWhatEveryDeviceMay(to: &page)
            page.markup("</div>")
            return page
        }
        AppearanceSection(settings: model.browser).write(to: &page)
        writeApps(to: &page)
        AppListSection(apps: model.installed, images: model.images).write(to: &page)
        CloudSection(status: model.cloud, dates: model.dates).write(to: &page)
        TopicsSection(model: model.topics).write(to: &page)
        LocationSection(state: model.location, age: model.locationAge).write(to: &page)
        QuietHoursSection(quietHours: model.quietHours, hostZone: model.hostZone).write(to: &page)
        writePasscode(to: &page)
        writeSecondScreen(to: &page)
        DevicesSection(settings: model.browser, dates: model.dates).write(to: &page)
        AboutSection(settings: model.browser).write(to: &page)
        page.markup("</div>")
        return page
    }

    /// Writes the settings of the browser itself, for a device that may not change any others.
    private func writeWhatEveryDeviceMay(to page: inout PageWriter) {
        page.markup("<p class=\"aside\" role=\"note\">")
        page.text(model.browser.rights == .view ? .mayNotAct : .mayNotChange)
        page.markup("</p>")
        AppearanceSection(settings: model.browser).write(to: &page)
        DevicesSection(settings: model.browser, dates: model.dates).write(to: &page)
        AboutSection(settings: model.browser).write(to: &page)
    }

    private func writeApps(to page: inout PageWriter) {
        page.markup("<h2 class=\"section-title\">")
        page.text(.notifications)
        page.markup("</h2>")
        if model.apps.isEmpty {
            page.markup("<p class=\"aside\">")
            page.text(.noAppAsked)
            page.markup("</p>")
        }
        for app in model.apps { PermissionSection(app: app, images: model.images).write(to: &page) }
    }

    private func writePasscode(to page: inout PageWriter) {
        page.markup("<h2 class=\"section-title\" id=\"passcode-title\">")
        page.text(.passcode)
        page.markup("</h2>")
        page.markup("<div class=\"sheaf\" role=\"group\" aria-labelledby=\"passcode-title\">")
        if model.passcode.isSet {
            page.markup("<button type=\"button\" class=\"line\" data-passcode=\"change\">")
            page.text(.changePasscode)
            page.markup("</button><button type=\"button\" class=\"line destructive\" data-passcode=\"remove\">")
            page.text(.removePasscode)
            page.markup("</button>")
        } else {
            page.markup("<button type=\"button\" class=\"line\" data-passcode=\"set\">")
            page.text(.setPasscode)
            page.markup("</button>")
        }
        page.markup("</div><p class=\"aside\">")
        page.text(.whatThePasscodeIsFor)
        page.markup("</p>")
    }

    private func writeSecondScreen(to page: inout PageWriter) {
        page.markup("<h2 class=\"section-title\">")
        page.text(.secondScreen)
        page.markup("</h2>")
        page.markup("<div class=\"sheaf\"><a class=\"line leads\" href=\"/complications\"><span>")
        page.text(.complications)
        page.markup("</span></a></div>")
        page.markup("<p class=\"aside\">")
        page.text(.whatComplicationsAreFor)
        page.markup("</p>")
    }
}

/// The notification switches of one app.
struct PermissionSection {
    let app: AppNotificationDescription
    var images = BundleImageIndex.empty

    func write(to page: inout PageWriter) {
        let id = "p-" + app.settings.app.rawValue
        page.markup("<div class=\"sheaf\" role=\"group\"")
        page.attribute("id", id)
        page.attribute("data-app", app.settings.app.rawValue)
        page.attribute("aria-labelledby", id + ".name")
        page.markup("><div class=\"line who\">")
        let icon = images.icon(of: app.settings.app)
        AppIcon(title: app.title, id: app.settings.app.rawValue, image: icon).write(to: &page)
        page.markup("<div><h3")
        page.attribute("id", id + ".name")
        page.markup(">")
        page.text(app.title)
        page.markup("</h3><p>")
        page.text(status)
        page.markup("</p></div></div>")
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
        page.markup("<div class=\"line styles\" role=\"radiogroup\"")
        page.attribute("aria-labelledby", name)
        if isHidden { page.markup(" hidden") }
        page.markup("><span")
        page.attribute("id", name)
        page.markup(">")
        page.text(.alertStyle)
        page.markup("</span><span class=\"segments\">")
        for style in NotificationAlertStyle.allCases {
            page.markup("<label><input type=\"radio\" autocomplete=\"off\" data-permission=\"style\"")
            page.attribute("name", name)
            page.attribute("value", style.rawValue)
            if style == app.settings.alertStyle { page.markup(" checked") }
            page.markup("><span>")
            page.text(style.title)
            page.markup("</span></label>")
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
    /// Time zone of the hours; `nil` if it is the person's own.
    let hostZone: String?

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
        page.markup("</div><p class=\"aside\">")
        let about = LocalizableText.aboutQuietHours
        page.text(hostZone.map { .twoSentences(about, second: LocalizableText.timesAreIn($0)) } ?? about)
        page.markup("</p>")
    }

    private func writeTime(_ title: LocalizableText, _ name: String, _ minute: Int, to page: inout PageWriter) {
        page.markup("<label class=\"line\"")
        if !quietHours.isOn { page.markup(" hidden") }
        page.markup("><span>")
        page.text(title)
        page.markup("</span><input class=\"field time\" type=\"time\" required autocomplete=\"off\"")
        page.attribute("data-quiet", name)
        page.attribute("value", QuietHours.text(minute))
        page.markup("></label>")
    }
}
