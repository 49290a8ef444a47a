package import FoundationEssentials
package import HostModel
package import TodayProtocol

/// The response of a person to a notification, stored until its app has acknowledged it.
package struct ResponseRecord: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        /// The app has not acknowledged the response.
        case pending
        /// The app acknowledged the response.
        case acknowledged(Date)
        /// All attempts failed; the value is the reason of the last failure, as a sentence.
        case failed(reason: LocalizableText)
    }

    /// Ascending number, which is the order in which apps receive responses.
    package var number: Int64
    /// The app of the notification.
    package var app: AppID
    /// The response as the app receives it.
    package var response: NotificationResponse
    package var notification: DeliveredID
    /// Time at which the person responded.
    package var date: Date
    package var state: State

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

/// Records and finishes responses to notifications.
package enum ResponseOperation: Hashable, Sendable {
    /// The largest number of pending and failed responses of one app.
    package static let unfinishedLimit = 1000
    /// The largest number of acknowledged responses of one app that are kept.
    package static let acknowledgedLimit = 1000
    /// Time for which an acknowledged response is kept, in seconds.
    package static let acknowledgedLifetime = 24.0 * 60 * 60
    /// Number of bytes after which a reason is cut.
    package static let reasonBytes = 1000

    /// Withdraws a delivered notification and records the response in one commit.
    ///
    /// The first response wins: the outcome is `unchanged` if the notification no longer exists or nobody waits for the
    /// action any more, and `responded` otherwise. If a push brought the notification, the answer is queued for the
    /// cloud, so that the notification disappears from the person's other devices; ``dismiss(_:)`` does the same.
    ///
    /// Refused with code `limitExceeded` beyond ``unfinishedLimit``, and with `invalid` unless the id is new and has 1
    /// to 128 bytes.
    case respond(DeliveredID, id: String, action: String, text: String?, on: TraceSurface? = nil)
    /// Withdraws a delivered notification without a response; `unchanged` if it no longer exists.
    case dismiss(DeliveredID)
    /// Acknowledges a response; refused with code `alreadyFinished` if it is not pending, and with `notFound` if it
    /// does not exist.
    ///
    /// It also deletes responses that were acknowledged more than a day ago, and the app's oldest beyond
    /// ``acknowledgedLimit``.
    case acknowledge(String)
    /// Marks a pending response as failed; refused in the same cases as ``acknowledge(_:)``.
    case fail(String, reason: LocalizableText)
    /// Makes a failed response pending again at its old position; `unchanged` if it has not failed, and refused with
    /// code `notFound` if it does not exist.
    case retry(String)
    /// Deletes a failed or acknowledged response; `unchanged` if it does not exist or is pending.
    case discard(String)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        switch self {
        case .respond(let notification, let id, let action, let text, let surface):
            guard let delivered = try context.reader.requireDelivered(notification) else { return .unchanged }
            let others = [NotificationAction.defaultIdentifier, NotificationAction.dismissIdentifier]
            if delivered.request.content.asker == .gone, !others.contains(action) { return .unchanged }
            let record = try ResponseTable.record(id, to: delivered, action: action, text: text, in: context)
            try AnsweredPushTable.record(notification, in: context)
            let isDismissal = action == NotificationAction.dismissIdentifier
            let hop = TraceHop(isDismissal ? .dismissed : .actedOn, on: surface, detail: isDismissal ? nil : action)
            _ = try DeliveredTable.withdraw(notification, because: hop, in: context)
            _ = context.record(.responses(delivered.app))
            return .responded(record)
        case .dismiss(let notification):
            try AnsweredPushTable.record(notification, in: context)
            return try DeliveredTable.withdraw(notification, because: TraceHop(.dismissed), in: context)
                ? .changed : .unchanged
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
