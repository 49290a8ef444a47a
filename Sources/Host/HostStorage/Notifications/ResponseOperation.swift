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

/// Changes what people did with notifications.
package enum ResponseOperation: Hashable, Sendable {
    /// How many responses of one app can wait for its acknowledgement or be given up.
    package static let unfinishedLimit = 1000
    /// How many acknowledged responses of one app are remembered at most.
    package static let acknowledgedLimit = 1000
    /// How long an acknowledged response is remembered, in seconds.
    package static let acknowledgedLifetime = 24.0 * 60 * 60
    /// How many characters of a reason are kept.
    package static let reasonLength = 1000

    /// Answers a delivered notification: it is withdrawn, and its app is to be asked, in one commit. The first answer
    /// wins: `unchanged` if the notification is no longer there, else `responded`.
    ///
    /// Refused with code `limitExceeded` over ``unfinishedLimit``, with `invalid` unless the id is new and has 1 to 128
    /// bytes.
    case respond(DeliveredID, id: String, action: String, text: String?)
    /// Withdraws a delivered notification without telling its app; `unchanged` if it is no longer there.
    case dismiss(DeliveredID)
    /// Notes that the app acknowledged a response; refused with `alreadyFinished` if it is not pending, with `notFound` if
    /// there is none.
    ///
    /// An acknowledged response is forgotten after a day, or when ``acknowledgedLimit`` newer ones of its app are there;
    /// also done by acknowledging.
    case acknowledge(String)
    /// Gives a pending response up; refused as ``acknowledge(_:)`` is.
    case fail(String, reason: String)
    /// Makes a failed response pending again, in its old place among the app's; `unchanged` if it is not failed, refused
    /// with `notFound` if there is none.
    case retry(String)
    /// Forgets a response that failed or was acknowledged; `unchanged` if there is no such response, or it is pending.
    case discard(String)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        switch self {
        case .respond(let notification, let id, let action, let text):
            guard let delivered = try context.reader.requireDelivered(notification) else { return .unchanged }
            let record = try ResponseTable.record(id, to: delivered, action: action, text: text, in: context)
            _ = try DeliveredTable.withdraw(notification, in: context)
            _ = context.note(.responses(delivered.app))
            return .responded(record)
        case .dismiss(let notification):
            return try DeliveredTable.withdraw(notification, in: context) ? .changed : .unchanged
        case .acknowledge(let id):
            return try ResponseTable.finish(id, as: .acknowledged(context.now), in: context)
        case .fail(let id, let reason):
            return try ResponseTable.finish(id, as: .failed(reason: reason), in: context)
        case .retry(let id):
            return try ResponseTable.retry(id, in: context)
        case .discard(let id):
            return try ResponseTable.discard(id, in: context)
        }
    }
}
