package import FoundationEssentials
import JSONRPC

/// Widget to host: asks the host to start the containing app in the background, so that it processes its queue.
///
/// The reply means that the request is accepted; the app gets `app/process` soon afterwards, even if its queue is
/// empty. In a transaction the app is woken after the commit. Requests of several widgets are merged while the app is
/// busy. A request is not durable: if the host ends first, only queued actions are processed when it is back.
package struct WakeRequest: RPCRequest {
    package static let method = "wake"

    package var transaction: Int?

    package init(transaction: Int? = nil) { self.transaction = transaction }
}

/// App to host: schedules a start of the app in the background to process its queue; only apps with the background mode
/// `fetch` may call it.
///
/// The app then gets `app/process` with the reason `wake`, even if its queue is empty. An app has one such time: a
/// later request replaces it, and it is removed once the app has run after it. It survives a restart of the host; if it
/// passed meanwhile, the app is started after the restart. When the request is answered it is on disk, or it belongs to
/// the transaction.
///
/// If the time is less than ``minimumDelay`` ahead, the app is started after ``minimumDelay``. An app may call it 60
/// times in ten seconds outside transactions.
package struct WakeScheduleRequest: RPCRequest {
    package static let method = "wake/schedule"

    /// The shortest time until the app is started, in seconds.
    package static let minimumDelay = 60.0

    /// The time of the start; `nil` cancels it.
    package var date: Date?
    package var transaction: Int?

    package init(date: Date?, transaction: Int? = nil) {
        self.date = date
        self.transaction = transaction
    }

    private enum CodingKeys: String, CodingKey {
        case date, transaction
    }

    /// Decodes a request, in which `date` must be there and may be `null`: a misspelt member must not remove the time.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        date = try container.decodeNullable(Date.self, forKey: .date, nullMeans: "removes the time")
        transaction = try container.decodeIfPresent(Int.self, forKey: .transaction)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(date, forKey: .date)
        try container.encodeIfPresent(transaction, forKey: .transaction)
    }
}
