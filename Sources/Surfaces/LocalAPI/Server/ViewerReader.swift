import Foundation
package import HTTPTypes
package import HostModel

/// Reads the person's language and time zone from a request's headers.
///
/// The language is the cookie `today_language`, which the person sets in Settings, or else the language with the
/// greatest weight in `Accept-Language`. The units and the clock format that the person sets there are added to its
/// tag, as defined by BCP 47: `de-DE-u-hc-h12-ms-ussystem`. The time zone is the header `Today-Zone` of local tools, or
/// else the cookie `today_zone`, which the page's script sets, or else that of the host.
package struct ViewerReader: Sendable {
    package static let zoneCookie = "today_zone"
    package static let languageCookie = "today_language"
    package static let unitsCookie = "today_units"
    package static let clockCookie = "today_clock"
    package static let zoneHeader = HTTPField.Name(LocalHeader.zone) ?? .from

    private let fallback: Viewer

    /// Makes a reader with the language and time zone for requests without valid ones.
    package init(fallback: Viewer) { self.fallback = fallback }

    /// A reader that falls back to English and the time zone of this machine.
    package static var forThisMachine: ViewerReader {
        let zone = TimeZone.current.identifier
        // Foundation calls UTC “GMT”. With that name, a browser in UTC would reload the page to get its own.
        return ViewerReader(fallback: Viewer(language: "en-US", zone: zone == "GMT" ? "UTC" : zone))
    }

    package func viewer(of headers: HTTPFields) -> Viewer {
        let zones = [headers[Self.zoneHeader], headers.cookie(named: Self.zoneCookie)?.removingPercentEncoding]
        let language = Self.chosenLanguage(in: headers) ?? language(in: headers[.acceptLanguage]) ?? fallback.language
        return Viewer(
            language: language + Self.preferences(in: headers, extending: language),
            zone: zones.lazy.compactMap { $0 }.first(where: isZone) ?? fallback.zone
        )
    }

    package static func chosenLanguage(in headers: HTTPFields) -> String? {
        headers.cookie(named: languageCookie).flatMap { isTag($0) ? $0 : nil }
    }

    package static func chosenUnits(in headers: HTTPFields) -> MeasurementPreference? {
        headers.cookie(named: unitsCookie).flatMap(MeasurementPreference.init)
    }

    package static func chosenClock(in headers: HTTPFields) -> ClockPreference? {
        headers.cookie(named: clockCookie).flatMap(ClockPreference.init)
    }

    /// Returns the `u` extension of a language tag (RFC 6067); empty without a choice, or if the tag already has one.
    private static func preferences(in headers: HTTPFields, extending language: String) -> String {
        guard !language.lowercased().split(separator: "-").contains("u") else { return "" }
        let clock = chosenClock(in: headers).map { "-hc-\($0.rawValue)" } ?? ""
        let units = chosenUnits(in: headers).map { "-ms-\($0.rawValue)" } ?? ""
        return clock.isEmpty && units.isEmpty ? "" : "-u" + clock + units
    }

    private func isZone(_ name: String) -> Bool {
        name.utf8.count <= 64 && (name.contains("/") || name == "UTC") && TimeZone(identifier: name) != nil
    }

    /// Returns the language with the greatest weight; the first one of several.
    private func language(in header: String?) -> String? {
        guard let header, header.utf8.count <= 1024 else { return nil }
        var best: (tag: String, weight: Double)?
        for part in header.split(separator: ",").prefix(32) {
            let fields = part.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let tag = fields.first, Self.isTag(tag) else { continue }
            let weight = fields.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            if weight > best?.weight ?? 0 { best = (tag, weight) }
        }
        return best?.tag
    }

    private static func isTag(_ text: some StringProtocol) -> Bool {
        (2...35).contains(text.utf8.count)
            && text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
                (1...8).contains(part.utf8.count)
                    && part.utf8.allSatisfy { byte in
                        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    }
            }
    }
}

/// A measurement system, named as in a language tag.
package enum MeasurementPreference: String, CaseIterable, Sendable {
    /// Celsius, metres per second, kilometres.
    case metric
    /// Fahrenheit, miles.
    case us = "ussystem"
}

/// A clock format, named as in a language tag.
package enum ClockPreference: String, CaseIterable, Sendable {
    case twelveHours = "h12"
    case twentyFourHours = "h23"
}

extension HTTPFields {
    /// Returns the value of a cookie; the first of several with the same name, since browsers send the most specific
    /// first.
    package func cookie(named name: String) -> String? {
        for header in self[values: .cookie] {
            for pair in header.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                guard let equals = pair.firstIndex(of: "="), pair[..<equals] == name else { continue }
                return String(pair[pair.index(after: equals)...])
            }
        }
        return nil
    }
}
