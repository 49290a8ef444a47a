public import CivilTime

/// One time at which an event takes place.
public struct Occurrence: Hashable, Sendable {
    /// When it takes place.
    public enum Time: Hashable, Sendable {
        /// On whole days, the same wherever the viewer is.
        case days
        /// From one point in time to another, in seconds since 1970; both are equal for a point in time.
        case span(start: Int, end: Int)
    }

    /// The title as plain text; `nil` without one.
    public var title: String?
    /// The place as plain text; `nil` without one.
    public var place: String?
    /// When it takes place.
    public var time: Time
    /// The days on which it takes place, in the viewer's zone.
    public var days: ClosedRange<Day>

    /// Creates an occurrence.
    public init(title: String?, place: String? = nil, time: Time, days: ClosedRange<Day>) {
        self.title = title
        self.place = place
        self.time = time
        self.days = days
    }

    /// The order within a day: whole days first, then by start, then by title.
    public static func precedes(_ left: Occurrence, _ right: Occurrence) -> Bool {
        (left.order, left.title ?? "") < (right.order, right.title ?? "")
    }

    private var order: Int {
        switch time {
        case .days: .min
        case .span(let start, _): start
        }
    }
}
