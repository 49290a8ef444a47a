import ArgumentParser
import Foundation
import TodayProtocol

/// An action as an argument: `id=Title`, optionally with options before the title, as in `reply:text=Reply`.
struct ActionArgument: Hashable, Sendable {
    let action: NotificationAction

    init(argument text: String) throws {
        guard let equals = text.firstIndex(of: "=") else {
            throw ValidationError("write it as id=Title, such as yes=Yes")
        }
        let parts = text[..<equals].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let title = String(text[text.index(after: equals)...])
        guard let identifier = parts.first, !identifier.isEmpty, !title.isEmpty else {
            throw ValidationError("it lacks its \(title.isEmpty ? "title" : "identifier"); write it as id=Title")
        }
        var action = NotificationAction(identifier: String(identifier), title: .text(title))
        if parts.count > 1 {
            for option in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
                switch option {
                case "destructive": action.options.insert(.destructive)
                case "passcode": action.options.insert(.authenticationRequired)
                case "text": action.textInput = NotificationAction.TextInput(buttonTitle: .text(title))
                default:
                    throw ValidationError("\"\(option)\" is not an option; use destructive, passcode or text")
                }
            }
        }
        self.action = action
    }
}

/// A predefined set of actions for notifications of scripts.
enum ScriptCategory: String, CaseIterable, ExpressibleByArgument, Sendable {
    case yesNo = "yes-no"
    case okCancel = "ok-cancel"
    case reply

    var actions: [NotificationAction] {
        switch self {
        case .yesNo:
            [NotificationAction(identifier: "yes", title: "Yes"), NotificationAction(identifier: "no", title: "No")]
        case .okCancel:
            [
                NotificationAction(identifier: "ok", title: "OK"),
                NotificationAction(identifier: "cancel", title: "Cancel"),
            ]
        case .reply:
            [NotificationAction(identifier: "reply", title: "Reply", textInput: .init(buttonTitle: "Send"))]
        }
    }
}

/// A point in time as an argument: `8:30`, `2026-11-21 08:30`, or with a zone as in RFC 3339.
enum PointInTime: Hashable, Sendable {
    /// The next time that has these components in the person's time zone.
    case local(DateComponents)
    case moment(Date)

    init(argument text: String) throws {
        if let match = text.wholeMatch(of: /(\d{1,2}):(\d{2})(?::(\d{2}))?/) {
            guard let units = Self.clock(match.1, match.2, match.3) else { throw Self.mistake }
            self = .local(units)
            return
        }
        let form = /(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})?/
        guard let match = text.wholeMatch(of: form), var units = Self.clock(match.4, match.5, match.6),
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3), year > 0
        else { throw Self.mistake }
        units.year = year
        units.month = month
        units.day = day
        guard let moment = Self.moment(units) else { throw Self.mistake }
        guard let zone = match.7 else {
            self = .local(units)
            return
        }
        guard let offset = Self.offset(zone) else { throw Self.mistake }
        self = .moment(moment - offset)
    }

    /// Returns the trigger of a request, and the exact date that replaces it, if there is one.
    func trigger(zone: String) -> (NotificationTrigger, Date?) {
        switch self {
        case .local(let units): (.calendar(units, timeZone: zone), nil)
        case .moment(let date): (.now, date)
        }
    }

    private static func clock(_ hour: Substring, _ minute: Substring, _ second: Substring?) -> DateComponents? {
        guard let hour = Int(hour), let minute = Int(minute), let second = Int(second ?? "0"), hour < 24,
            minute < 60, second < 60
        else { return nil }
        return DateComponents(hour: hour, minute: minute, second: second)
    }

    /// Returns the date with components in UTC; `nil` if the calendar has no such day.
    private static func moment(_ units: DateComponents) -> Date? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        guard let date = calendar.date(from: units) else { return nil }
        let found = calendar.dateComponents([.year, .month, .day], from: date)
        return found.year == units.year && found.month == units.month && found.day == units.day ? date : nil
    }

    /// Returns the offset of a zone from UTC in seconds.
    private static func offset(_ zone: Substring) -> TimeInterval? {
        guard zone.count == 6 else { return 0 }
        let parts = zone.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2, parts[0] < 24, parts[1] < 60 else { return nil }
        return TimeInterval(parts[0] * 3600 + parts[1] * 60) * (zone.first == "-" ? -1 : 1)
    }

    private static var mistake: ValidationError {
        ValidationError("write a time such as 8:30, \"2026-11-21 08:30\" or 2026-11-21T08:30:00+01:00")
    }
}

/// A duration as an argument: `90`, `90s`, `5m`, `1h30m`, `2d`.
struct TimeSpan: Hashable, Sendable {
    /// The longest duration in seconds: ten years.
    private static let limit = 3650.0 * 86_400
    private static let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]

    /// The duration in seconds, more than 0.
    let seconds: Double

    /// Parses numbers with the units `d`, `h`, `m` and `s`, or seconds without a unit.
    init(argument text: String) throws {
        var sum = 0.0
        var digits = ""
        for character in text {
            if character.isASCII, character.isNumber || character == "." {
                digits.append(character)
            } else if let unit = Self.units[character], let number = Double(digits) {
                sum += number * unit
                digits = ""
            } else {
                throw Self.mistake
            }
        }
        if !digits.isEmpty {
            // A number without a unit must stand alone, since 1h30 would be ambiguous.
            guard digits == text, let number = Double(digits) else { throw Self.mistake }
            sum = number
        }
        guard sum > 0, sum <= Self.limit else { throw Self.mistake }
        seconds = sum
    }

    private static var mistake: ValidationError {
        ValidationError("write a time such as 90s, 5m, 1h30m or 2d, more than nothing and at most 3650d")
    }
}
