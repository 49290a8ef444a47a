package import FoundationEssentials
package import TodayProtocol

package struct BackgroundRun: Codable, Hashable, Sendable {
    /// The reason an app runs in the background.
    package enum Reason: String, Codable, Hashable, Sendable, CaseIterable {
        /// To process queued actions.
        case actions
        /// A widget requested it, or the person opened the app while its queue was empty.
        case wake
        /// A push arrived.
        case push
        /// The person responded to a notification.
        case response
        /// The cloud refused records that the app or one of its widgets had saved.
        case records
        /// The app had no request, exceeded a limit and was ended.
        case idle
    }

    package enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
        case done
        /// The app answered with an error, or could not be started.
        case failed
        /// The app exceeded its time or another limit and was ended.
        case overran
        /// The app ended before it answered.
        case crashed
    }

    package var app: AppID
    /// Time at which it began, in whole milliseconds.
    package var date: Date
    package var reason: Reason
    package var outcome: Outcome
    /// The app's answer to a push; `nil` for other reasons and if it did not answer.
    package var result: PushResult?
    package var milliseconds: Double
    /// Peak resident memory of the process so far, in bytes, if it was measured.
    package var peakMemory: Int?
    package var message: String?

    package init(
        app: AppID,
        date: Date,
        reason: Reason,
        outcome: Outcome,
        result: PushResult? = nil,
        milliseconds: Double,
        peakMemory: Int? = nil,
        message: String? = nil
    ) {
        self.app = app
        self.date = date
        self.reason = reason
        self.outcome = outcome
        self.result = result
        self.milliseconds = milliseconds
        self.peakMemory = peakMemory
        self.message = message
    }
}
