import JSON
import TodayProtocol

/// How large the parts of notifications may be.
package enum NotificationLimits {
    /// A request's identifier, in bytes.
    package static let identifierBytes = 128
    /// An identifier of a category or an action, in bytes.
    package static let nameBytes = 64
    /// Content as a whole, in bytes of JSON.
    package static let contentBytes = 16 * 1024
    /// What an app carries along, in bytes of JSON.
    package static let userInfoBytes = 4 * 1024
    /// A thread's identifier, in bytes.
    package static let threadBytes = 128
    /// A sound's name, in bytes.
    package static let soundBytes = 64
    /// An address, in bytes.
    package static let addressBytes = 4096
    /// The greatest badge.
    package static let badge = 999_999
    /// The shortest interval of a trigger that repeats, in seconds.
    package static let repeatedInterval = 60.0
    /// The longest interval of a trigger, in seconds: a hundred years.
    package static let interval = 100.0 * 366 * 86_400
    /// How many categories an app has.
    package static let categories = 64
    /// All categories of an app, in bytes of JSON.
    package static let categoriesBytes = 256 * 1024
    /// How many identifiers one removal names.
    package static let removedIdentifiers = 1000

    /// Refuses a name that is empty, too long, or has control characters.
    static func checkName(_ name: String, _ what: String, bytes: Int) throws(NotificationError) {
        let isPlain = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard (1...bytes).contains(name.utf8.count), isPlain else {
            throw NotificationError(.invalid, "\(what) has 1 to \(bytes) bytes without control characters.")
        }
    }

    /// Refuses a value whose JSON is too long.
    static func checkSize(_ value: some Encodable, _ what: String, bytes: Int) throws(NotificationError) {
        let size: Int
        do { size = try JSONValue(encoding: value).jsonBytes().count } catch {
            throw NotificationError(.invalid, "\(what) cannot be written as JSON: a number is not finite.")
        }
        guard size <= bytes else {
            throw NotificationError(.limitExceeded, "\(what) has \(size) bytes as JSON; at most \(bytes) are taken.")
        }
    }
}

extension LocalizableText {
    /// Whether nothing would show.
    var isEmpty: Bool {
        switch self {
        case .text(let text): !text.contains { !$0.isWhitespace }
        case .key(let key, _): key.isEmpty
        }
    }
}

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
