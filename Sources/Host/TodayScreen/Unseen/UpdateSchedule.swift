package import AdaptiveCards
package import Foundation

/// How old a widget's content is, when it is updated next, and what its unseen updates have used up, for `today why`.
package struct UpdateSchedule: Codable, Hashable, Sendable {
    /// Why a widget is not updated while nobody watches.
    package enum Obstacle: String, Codable, Hashable, Sendable {
        /// The configuration allows none.
        case turnedOff
        /// The widget is not on the screen, or has nothing to show.
        case notOnScreen
        /// The machine runs on a low battery.
        case lowBattery
        /// Today's updates are used up.
        case limitReached
    }

    /// The host's time.
    package var now: Date
    /// When the content was made; `nil` if there is none.
    package var updated: Date?
    /// When the widget is updated next, unless something happens before; `nil` if it is not.
    package var nextUpdate: Date?
    /// Whether the last update failed, so that the next one is an attempt that may bring nothing either.
    package var isFailing: Bool
    /// Since when updates fail; `nil` if the last one did not.
    package var failingSince: Date?
    /// Whether a surface shows the screen.
    package var isWatched: Bool
    /// How many updates have begun today while nobody watched.
    package var unseenUpdates: Int
    /// How many may begin in a day.
    package var unseenUpdateLimit: Int
    /// Why none begins now while nobody watches; `nil` if nothing stands against it.
    package var obstacle: Obstacle?
    /// Why its cards are left out, as a sentence; `nil` if they are not.
    package var cut: String?
    /// The mistakes in its cards.
    package var mistakes: [CardWarning]

    /// Describes a schedule.
    package init(
        now: Date,
        updated: Date?,
        nextUpdate: Date?,
        isFailing: Bool = false,
        failingSince: Date? = nil,
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
        self.isWatched = isWatched
        self.unseenUpdates = unseenUpdates
        self.unseenUpdateLimit = unseenUpdateLimit
        self.obstacle = obstacle
        self.cut = cut
        self.mistakes = mistakes
    }
}
