import Testing
import TodayKit

/// The person's preferences in a language tag.
@Suite struct LocalePreferencesTests {
    @Test func theExtensionHasTheUnitsAndTheClock() {
        let preferences = LocalePreferences(language: "de-DE-u-hc-h12-ms-ussystem")
        #expect(preferences.measurementSystem == .us && preferences.usesTwelveHours == true)
        let other = LocalePreferences(language: "EN-us-U-MS-METRIC-hc-h23-x-hc-h12")
        #expect(other.measurementSystem == .metric && other.usesTwelveHours == false)
    }

    @Test(arguments: [
        "", "-", "u", "en", "en-US", "en-u", "en-u-", "en-u-hc", "en-u-ms-imperial", "en-u-hc-h99", "en-x-u2-hc-h12",
        "ms-ussystem", "en-u-x-ms-metric", "en-u--h12", String(repeating: "u-", count: 5000),
    ])
    func whateverElseATagHoldsIsNoPreference(tag: String) {
        let preferences = LocalePreferences(language: tag)
        #expect(preferences.measurementSystem == nil && preferences.usesTwelveHours == nil)
    }
}
