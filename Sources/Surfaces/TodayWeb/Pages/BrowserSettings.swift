import Foundation
import HostModel
import LocalAPI
import TodayProtocol

/// The settings of this browser, and facts about Today itself, for Settings.
struct BrowserSettings: Sendable {
    /// Theme of this browser; `nil` for that of the system.
    var theme: PageTheme?
    /// Language of this browser; `nil` for that which the browser requests.
    var language: String?
    /// Measurement system of this browser; `nil` for that of the language's region.
    var units: MeasurementPreference?
    /// Clock format of this browser; `nil` for that of the language's region.
    var clock: ClockPreference?
    /// Browsers that are signed in, or can sign in again with a passkey, the most recently seen first.
    var devices: [Device] = []
    /// `true` if a device can have passkeys for these pages.
    var offersPasskeys = false
    /// Hash of this browser's token.
    var session = ""
    /// Rights of this device.
    var rights = DeviceRights.change
    /// `true` if this browser gets notifications while its pages are closed.
    var getsPushes = false
    /// Version of Today.
    var version = ""
    /// Disk space that Today uses, in bytes.
    var bytes = 0
}

/// The theme, the language, the units and the clock of this browser.
struct AppearanceSection {
    let settings: BrowserSettings

    func write(to page: inout PageWriter) {
        page.markup("<h2 class=\"section-title\" id=\"appearance-title\">\(.appearance)</h2>")
        page.markup("<div class=\"sheaf\" role=\"group\" aria-labelledby=\"appearance-title\">")
        page.markup("<div class=\"line styles\" role=\"radiogroup\" aria-labelledby=\"theme-title\">")
        page.markup("<span id=\"theme-title\">\(.theme)</span><span class=\"segments\">")
        writeTheme(nil, .automatic, to: &page)
        writeTheme(.light, .light, to: &page)
        writeTheme(.dark, .dark, to: &page)
        page.markup("</span></div><label class=\"line\"><span>\(.languageAndRegion)</span>")
        page.markup("<select class=\"field choose\" data-preference=\"today_language\" autocomplete=\"off\">")
        writeOption("", .automatic, isChosen: false, to: &page)
        for language in PageLanguage.all {
            page.markup("<option\("value", language.tag)")
            page.markup("\("lang", language.tag)\(if: settings.language == language.tag, " selected")")
            page.markup(">\(LocalizableText.languageName.text(in: language))</option>")
        }
        page.markup("</select></label><label class=\"line\"><span>\(.units)</span>")
        page.markup("<select class=\"field choose\" data-preference=\"today_units\" autocomplete=\"off\">")
        writeOption("", .automatic, isChosen: false, to: &page)
        for units in MeasurementPreference.allCases {
            writeOption(units.rawValue, units.title, isChosen: settings.units == units, to: &page)
        }
        page.markup("</select></label><label class=\"line\"><span>\(.clock)</span>")
        page.markup("<select class=\"field choose\" data-preference=\"today_clock\" autocomplete=\"off\">")
        writeOption("", .automatic, isChosen: false, to: &page)
        for clock in ClockPreference.allCases {
            writeOption(clock.rawValue, clock.title, isChosen: settings.clock == clock, to: &page)
        }
        page.markup("</select></label></div><p class=\"aside\">\(.aboutAppearance)</p>")
    }

    private func writeOption(_ value: String, _ title: LocalizableText, isChosen: Bool, to page: inout PageWriter) {
        page.markup("<option\("value", value)\(if: isChosen, " selected")>\(title)</option>")
    }

    private func writeTheme(_ theme: PageTheme?, _ title: LocalizableText, to page: inout PageWriter) {
        page.markup("<label><input type=\"radio\" autocomplete=\"off\" name=\"theme\" data-theme")
        page.markup("\("value", theme?.rawValue ?? "")\(if: settings.theme == theme, " checked")>")
        page.markup("<span>\(title)</span></label>")
    }
}

extension MeasurementPreference {
    /// Label of the units in the form.
    fileprivate var title: LocalizableText {
        switch self {
        case .metric: .metricUnits
        case .us: .usUnits
        }
    }
}

extension ClockPreference {
    /// Label of the clock format in the form, as an example.
    fileprivate var title: LocalizableText {
        switch self {
        case .twelveHours: .twelveHourClock
        case .twentyFourHours: .twentyFourHourClock
        }
    }
}

/// Today's version and disk space.
struct AboutSection {
    let settings: BrowserSettings

    func write(to page: inout PageWriter) {
        page.markup("<h2 class=\"section-title\" id=\"about-title\">\(.about)</h2>")
        page.markup("<dl class=\"sheaf\" aria-labelledby=\"about-title\">")
        write(.version, settings.version, to: &page)
        let size = Int64(settings.bytes).formatted(
            .byteCount(style: .file).locale(Locale(identifier: page.language.tag))
        )
        let mayChange = settings.rights == .change
        if mayChange { write(.storageUsed, size, to: &page) }
        page.markup("</dl><div class=\"sheaf\">")
        if mayChange {
            page.markup("<a class=\"line leads\"\("href", AuditLogPage.path)><span>\(.auditLog)</span></a>")
        }
        page.markup("<button type=\"button\" class=\"line\" data-shortcuts>\(.keyboardShortcuts)</button></div>")
    }

    private func write(_ title: LocalizableText, _ value: String, to page: inout PageWriter) {
        page.markup("<div class=\"line\"><dt>\(title)</dt><dd>\(value)</dd></div>")
    }
}
