package import AdaptiveCards
package import Foundation
package import TodayProtocol

/// One update of one widget, for `today why`.
package struct LedgerEntry: Codable, Hashable, Sendable {
    package enum Outcome: String, Codable, Hashable, Sendable {
        /// The widget sent new content.
        case newData
        /// The widget had no new data; the snapshot stays.
        case noData
        /// The update failed; the snapshot stays.
        case failed
        /// A newer update superseded it.
        case superseded
    }

    package var date: Date
    package var reasons: [UpdateReason]
    package var outcome: Outcome
    /// Duration of the update, in milliseconds.
    package var milliseconds: Double
    /// Peak resident memory of the process so far, in bytes; `nil` if it could not be read.
    package var peakMemory: Int?
    /// The reason for a failure, as a sentence.
    package var message: String?
    /// The language of a ``message`` that the process wrote; `nil` if unknown or if the host wrote the message, in
    /// English.
    package var language: String?

    package init(
        date: Date,
        reasons: [UpdateReason],
        outcome: Outcome,
        milliseconds: Double,
        peakMemory: Int? = nil,
        message: String? = nil,
        language: String? = nil
    ) {
        self.date = date
        self.reasons = reasons
        self.outcome = outcome
        self.milliseconds = milliseconds
        self.peakMemory = peakMemory
        self.message = message
        self.language = language
    }
}

/// The age of a widget's content, the time of its next update, and the use of its budget, for `today why`.
package struct UpdateSchedule: Codable, Hashable, Sendable {
    /// The reason a widget is not updated while no page shows the screen.
    package enum Obstacle: String, Codable, Hashable, Sendable {
        /// The configuration permits no updates.
        case turnedOff
        /// The widget is not on the screen or has nothing to show.
        case notOnScreen
        /// The machine runs on a low battery.
        case lowBattery
        /// The limit of the day is reached.
        case limitReached
    }

    /// The host's current time.
    package var now: Date
    /// Time at which the content was received; `nil` if there is none.
    package var updated: Date?
    /// Time of the next update, unless something changes earlier; `nil` if none is planned.
    package var nextUpdate: Date?
    /// `true` if the last update in any language failed; the next one is then a retry, which may fail too.
    package var isFailing: Bool
    /// Time of the first of the current failures, of those in all languages; `nil` if the last updates succeeded.
    package var failingSince: Date?
    /// The languages in which updates fail, if they succeed in others; otherwise empty.
    package var failingLanguages: [String]
    /// `true` if a surface shows the screen.
    package var isWatched: Bool
    /// Number of updates that began today while no page showed the screen.
    package var unseenUpdates: Int
    /// Largest number of such updates in a day.
    package var unseenUpdateLimit: Int
    package var obstacle: Obstacle?
    /// The reason its cards are left out, as a sentence; `nil` if they are not.
    package var cut: String?
    package var mistakes: [CardWarning]

    package init(
        now: Date,
        updated: Date?,
        nextUpdate: Date?,
        isFailing: Bool = false,
        failingSince: Date? = nil,
        failingLanguages: [String] = [],
        isWatched: Bool,
        unseenUpdates: Int,
        unseenUpdateLimit: Int,
        obstacle: Obstacle? = nil,
        cut: String? = nil,
        mistakes: [CardWarning] = []
    ) {
        self.now = now
        self.updated = updated
        self.nextUpdate = nextUpdate
        self.isFailing = isFailing
        self.failingSince = failingSince
        self.failingLanguages = failingLanguages
        self.isWatched = isWatched
        self.unseenUpdates = unseenUpdates
        self.unseenUpdateLimit = unseenUpdateLimit
        self.obstacle = obstacle
        self.cut = cut
        self.mistakes = mistakes
    }
}
