/// The texts of Settings about browsers, and about Today itself.
extension PageText {
    static let appearance = PageText(en: "Appearance", de: "Darstellung", ja: "外観")
    static let theme = PageText(en: "Theme", de: "Erscheinungsbild", ja: "テーマ")
    /// The setting of the system or the browser.
    static let automatic = PageText(en: "Automatic", de: "Automatisch", ja: "自動")
    static let light = PageText(en: "Light", de: "Hell", ja: "ライト")
    static let dark = PageText(en: "Dark", de: "Dunkel", ja: "ダーク")
    static let languageAndRegion = PageText(en: "Language", de: "Sprache", ja: "言語")
    static let units = PageText(en: "Units", de: "Einheiten", ja: "単位")
    static let metricUnits = PageText(en: "°C, m/s, km", de: "°C, m/s, km", ja: "°C・m/s・km")
    static let usUnits = PageText(en: "°F, mph, miles", de: "°F, mph, Meilen", ja: "°F・mph・マイル")
    static let clock = PageText(en: "Clock", de: "Uhr", ja: "時刻")
    static let twelveHourClock = PageText(en: "12-hour, 9:41 PM", de: "12 Stunden, 9:41 PM", ja: "12時間、9:41 PM")
    static let twentyFourHourClock = PageText(en: "24-hour, 21:41", de: "24 Stunden, 21:41", ja: "24時間、21:41")
    static let aboutAppearance = PageText(
        en: "These settings apply only to this browser. Apps such as Weather follow the units.",
        de: "Das gilt nur für diesen Browser. Apps wie Wetter folgen den Einheiten.",
        ja: "これらの設定は、このブラウザだけに適用されます。天気などのアプリもこの単位を使います。"
    )
    static let thisBrowser = PageText(en: "This browser", de: "Dieser Browser", ja: "このブラウザ")
    static let unknownBrowser = PageText(en: "A browser", de: "Ein Browser", ja: "ブラウザ")
    /// Prefix to the time since a browser was last seen.
    static let lastSeen = PageText(en: "Last seen ", de: "Zuletzt gesehen ", ja: "最終アクセス：")
    static func signOut(_ browser: String) -> PageText {
        PageText(en: "Sign out \(browser)", de: "\(browser) abmelden", ja: "\(browser)をサインアウト")
    }
    static let about = PageText(en: "About", de: "Info", ja: "情報")
    static let version = PageText(en: "Version", de: "Version", ja: "バージョン")
    static let storageUsed = PageText(en: "Storage Used", de: "Belegter Speicher", ja: "使用済みストレージ")
    static let keyboardShortcuts = PageText(en: "Keyboard Shortcuts", de: "Tastenkurzbefehle", ja: "キーボードショートカット")
}
