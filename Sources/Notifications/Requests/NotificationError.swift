/// Why a notification, a category or what somebody does with one was refused.
package struct NotificationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of refusals.
    package enum Code: Hashable, Sendable {
        /// A value breaks a rule of its kind.
        case invalid
        /// A stated limit would be passed.
        case limitExceeded
    }

    /// The kind.
    package var code: Code
    /// One sentence that names the thing and the mend.
    package var message: String

    /// Describes a refusal.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    package var description: String { message }
}
