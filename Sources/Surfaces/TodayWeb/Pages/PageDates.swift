import Foundation
import HostModel
import TodayProtocol

/// The dates of a page, in the viewer's language and zone.
struct PageDates {
    let now: Date
    /// Language of the words; dates and times follow the viewer's own language.
    let language: PageLanguage
    private let locale: Locale
    private let zone: TimeZone

    init(now: Date, viewer: Viewer) {
        self.now = now
        language = viewer.pageLanguage
        locale = Locale(identifier: viewer.language)
        zone = TimeZone(identifier: viewer.zone) ?? .gmt
    }

    /// Current date for the heading: the weekday and the day, on two lines if the language allows it.
    var heading: [String] {
        var style = Date.FormatStyle(locale: locale, timeZone: zone)
        style = style.weekday(.wide)
        let weekday = now.formatted(style)
        let whole = now.formatted(style.month(.wide).day())
        guard whole.hasPrefix(weekday), whole.count > weekday.count else { return [whole] }
        let rest = whole.dropFirst(weekday.count)
        let comma = rest.prefix { ",،、 ".contains($0) }
        return [weekday + comma.trimmingCharacters(in: .whitespaces), ordinal(String(rest.dropFirst(comma.count)))]
    }

    /// Time of day for the clock, in the format of the viewer's language, without AM or PM.
    var time: String {
        let style = Date.FormatStyle(locale: locale, timeZone: zone).hour(.defaultDigits(amPM: .omitted)).minute()
        return now.formatted(style)
    }

    /// Returns the age of a date, in a few words.
    func ago(_ date: Date) -> String {
        let age: LocalizableText =
            switch RelativeTime(since: date, now: now) {
            case .now: .justNow
            case .minutes(let count): .minutesAgo(count)
            case .hours(let count): .hoursAgo(count)
            case .yesterday: .yesterday
            case .days(let count): .daysAgo(count)
            }
        return age.text(in: language)
    }

    /// Returns a point in time, in a few words: the time of day, with the day if it is not today.
    func moment(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let style = Date.FormatStyle(locale: locale, timeZone: zone).hour().minute()
        return date.formatted(calendar.isDate(date, inSameDayAs: now) ? style : style.month(.abbreviated).day())
    }

    /// Returns the age of a date as an element, which the page's script keeps up to date.
    func age(of date: Date) -> PageMarkup {
        "<time data-ago\("datetime", machineReadable(date))\("title", moment(date))>\(ago(date))</time>"
    }

    /// Returns a date for a `datetime` attribute.
    func machineReadable(_ date: Date) -> String { date.formatted(.iso8601) }

    /// Returns an English “November 21” as “November 21st”, and any other text unchanged.
    private func ordinal(_ text: String) -> String {
        guard locale.language.languageCode?.identifier == "en", let digits = text.split(separator: " ").last,
            let day = Int(digits)
        else { return text }
        let suffix =
            switch (day % 10, day) {
            case (_, 11...13): "th"
            case (1, _): "st"
            case (2, _): "nd"
            case (3, _): "rd"
            default: "th"
            }
        return text + suffix
    }
}
