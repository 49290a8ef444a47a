package import FoundationEssentials
package import TodayProtocol

/// What a person did with a notification, as the host keeps it until the app has acknowledged it.
package struct ResponseRecord: Hashable, Sendable {
    /// How a response stands.
    package enum State: Hashable, Sendable {
        /// The app has to be asked.
        case pending
        /// The app acknowledged it.
        case acknowledged(Date)
        /// The app was asked as often as it is; the sentence says what went wrong last.
        case failed(reason: String)
    }

    /// Grows with each response: the order in which an app gets them.
    package var number: Int64
    /// Whose notification it was.
    package var app: AppID
    /// What the app is told.
    package var response: NotificationResponse
    /// The number that the notification had.
    package var notification: DeliveredID
    /// When the person did it.
    package var date: Date
    /// How it stands.
    package var state: State

    /// Describes a response.
    package init(
        number: Int64,
        app: AppID,
        response: NotificationResponse,
        notification: DeliveredID,
        date: Date,
        state: State
    ) {
        self.number = number
        self.app = app
        self.response = response
        self.notification = notification
        self.date = date
        self.state = state
    }
}
