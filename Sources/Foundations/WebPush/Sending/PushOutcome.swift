import AsyncPrimitives
import CivilDates
public import FoundationEssentials

/// The result of sending a message to a push service.
public enum PushOutcome: Hashable, Sendable {
    /// The push service has accepted it. The location identifies the message there, if the service provided one.
    case accepted(location: String?)
    /// The subscription has ended: delete it.
    case gone
    /// The push service rejects a message of this size: send a shorter one.
    case tooLarge
    /// It was not accepted now: send it again, no earlier than after `after` if the push service named a time.
    case retry(after: Duration?, reason: String)
    /// The push service rejects it, and would again. A status of 401 or 403 means that it rejects the VAPID key.
    case refused(status: Int, reason: String)

    /// No request was made, because the name of the push service has an address that is not public.
    public static let notPublic = PushOutcome.refused(status: 0, reason: "The push service is not on a public host.")
    /// The push service did not respond.
    public static let unreachable = PushOutcome.retry(after: nil, reason: "The push service cannot be reached.")

    /// Classifies the response of a push service (RFC 8030, sections 5 and 7; RFC 8292, section 4.2).
    ///
    /// `retryAfter` is the header `Retry-After`, in seconds or as a date, and `reason` the beginning of the response
    /// body.
    public init(status: Int, location: String?, retryAfter: String?, reason: String, now: Date) {
        switch status {
        case 200...202: self = .accepted(location: location)
        case 404, 410: self = .gone
        case 413: self = .tooLarge
        case 408, 425, 429, 500...599:
            let wait = retryAfter.flatMap { RetryDelay.parse($0, now: now) }
            self = .retry(after: wait, reason: reason.isEmpty ? "status \(status)" : reason)
        default: self = .refused(status: status, reason: reason)
        }
    }
}

/// The delay before a message is sent again.
public enum RetryDelay {
    /// The longest delay: after it the message is sent again even if the push service asked for more.
    public static let longest = Duration.seconds(6 * 3600)

    /// Returns the delay after one or more failed attempts: it doubles from ten seconds up to an hour.
    ///
    /// The delay that the push service asked for, up to ``longest``, is a lower bound. The jitter is a number from 0 to
    /// 1; a random one keeps many senders from retrying at the same time.
    public static func wait(
        after attempts: Int,
        retryAfter: Duration? = nil,
        jitter: Double = .random(in: 0...1)
    ) -> Duration {
        var backoff = Backoff(first: .seconds(10), longest: .seconds(3600), attempts: min(max(attempts, 1), 32) - 1)
        return max(backoff.next(jitter: jitter), min(retryAfter ?? .zero, longest))
    }

    /// Parses the header `Retry-After` (RFC 9110, section 10.2.3); returns `nil` for anything but seconds and dates.
    package static func parse(_ text: String, now: Date) -> Duration? {
        if !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return Int(text).map { .seconds($0) }
        }
        return HTTPDate.secondsSince1970(text).map { .seconds(max(0, Double($0) - now.timeIntervalSince1970)) }
    }
}
