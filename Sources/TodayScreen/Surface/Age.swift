package import Foundation

/// How long ago something was, in a few English words.
package enum Age {
    /// The words for the time between a date and now, such as `3 min ago`; what is still to come is `just now`.
    package static func words(since date: Date, now: Date) -> String {
        let minutes = max(0, Int(min(now.timeIntervalSince(date) / 60, 1e9)))
        return switch minutes {
        case 0: "just now"
        case ..<60: "\(minutes) min ago"
        case ..<1440: "\(minutes / 60) hr ago"
        case ..<2880: "yesterday"
        default: "\(minutes / 1440) days ago"
        }
    }
}
