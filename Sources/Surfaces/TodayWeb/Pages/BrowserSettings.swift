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
    /// `true` if these pages are not encrypted.
    var isUnencrypted = false
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

/// The theme, the language, the units and the clock of this browser, and the appearance of all pages.
struct AppearanceSection {
    let settings: BrowserSettings
    let appearance: Appearance

    func write(to page: inout PageWriter) {
        page.markup("<h2 class=\"section-title\" id=\"appearance-title\">\(.appearance)</h2>")
        page.markup("<div class=\"sheaf\" role=\"group\" aria-labelledby=\"appearance-title\">")
        page.markup("<div class=\"line styles\" role=\"radiogroup\" aria-labelledby=\"theme-title\">")
        page.markup("<span id=\"theme-title\">\(.theme)</span><span class=\"segments\">")
        writeTheme(nil, .automatic, to: &page)
        writeTheme(.light, .light, to: &page)
        writeTheme(.dark, .dark, to: &page)
        page.markup("</span></div>")
        if settings.rights == .change { writeAppearance(to: &page) }
        page.markup("<label class=\"line\"><span>\(.languageAndRegion)</span>")
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

    /// Writes the choices that are for all devices.
    private func writeAppearance(to page: inout PageWriter) {
        page.markup("<div class=\"line styles\" role=\"radiogroup\" aria-labelledby=\"accent-title\">")
        page.markup("<span id=\"accent-title\">\(.accentColor)</span><span class=\"swatches\">")
        for accent in Appearance.Accent.allCases {
            page.markup("<label\("data-accent", accent.rawValue)\("title", accent.title)>")
            page.markup("<input type=\"radio\" autocomplete=\"off\" name=\"accent\" data-appearance")
            page.markup("\("value", accent.rawValue)\("aria-label", accent.title)")
            page.markup("\(if: accent == appearance.accent, " checked")></label>")
        }
        page.markup("</span></div><div class=\"line styles\" role=\"radiogroup\" aria-labelledby=\"density-title\">")
        page.markup("<span id=\"density-title\">\(.density)</span><span class=\"segments\">")
        for density in Appearance.Density.allCases {
            page.markup("<label><input type=\"radio\" autocomplete=\"off\" name=\"density\" data-appearance")
            page.markup("\("value", density.rawValue)\(if: density == appearance.density, " checked")>")
            page.markup("<span>\(density == .compact ? .compactDensity : .comfortableDensity)</span></label>")
        }
        page.markup("</span></div>")
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

extension Appearance.Accent {
    /// Name of the color in the form.
    fileprivate var title: LocalizableText {
        switch self {
        case .blue: .blueAccent
        case .violet: .violetAccent
        case .pink: .pinkAccent
        case .orange: .orangeAccent
        case .green: .greenAccent
        case .graphite: .graphiteAccent
        }
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
