import Foundation
package import TodayProtocol

extension RequestContext {
    /// What a clock knows, for a language.
    package init(_ clock: any WallClock, language: String) {
        let now = clock.now
        let zone = clock.zone
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.year, .month, .day], from: now)
        let day = CivilDay(year: parts.year ?? 1970, month: parts.month ?? 1, day: parts.day ?? 1)
        self.init(now: now, day: day, zone: zone.identifier, language: language)
    }
}
