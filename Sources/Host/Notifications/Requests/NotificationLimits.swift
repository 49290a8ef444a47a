import HostModel
import JSON
package import TodayProtocol

package enum NotificationLimits {
    /// Maximum size of a request's identifier, in bytes.
    package static let identifierBytes = 128
    /// Maximum size of an identifier of a category or an action, in bytes.
    package static let nameBytes = 64
    /// Maximum size of content, in bytes of JSON.
    package static let contentBytes = 16 * 1024
    /// Maximum size of the user info, in bytes of JSON.
    package static let userInfoBytes = 4 * 1024
    /// Maximum size of a thread's identifier, in bytes.
    package static let threadBytes = 128
    /// Maximum size of a sound's name, in bytes.
    package static let soundBytes = 64
    /// Maximum size of an address, in bytes.
    package static let addressBytes = 4096
    package static let badge = 999_999
    /// Minimum interval of a repeating trigger, in seconds.
    package static let repeatedInterval = 60.0
    /// Maximum interval of a trigger, in seconds: a hundred years.
    package static let interval = 100.0 * 366 * 86_400
    package static let categories = 64
    /// Maximum total size of an app's categories, in bytes of JSON.
    package static let categoriesBytes = 256 * 1024
    /// Maximum number of requests of an app that are due within the same minute.
    package static let perMinute = 60
    package static let removedIdentifiers = 1000

    /// Throws if a name is empty, too long, or contains control characters.
    static func checkName(_ name: String, _ what: String, bytes: Int) throws(NotificationError) {
        let isPlain = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard (1...bytes).contains(name.utf8.count), isPlain else {
            throw NotificationError(.invalid, "\(what) has 1 to \(bytes) bytes without control characters.")
        }
    }

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
    /// `true` if the text has no visible character, or the key is empty.
    var isEmpty: Bool {
        switch self {
        case .text(let text):
            text.unicodeScalars.allSatisfy { scalar in
                // U+2800, a Braille cell without dots, is invisible too.
                scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
            }
        case .key(let key, _): key.isEmpty
        }
    }
}

/// The rejection of a notification, a category or a response.
package struct NotificationError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        case invalid
        case limitExceeded
    }

    package var code: Code
    /// One sentence that names the object and the remedy.
    package var text: LocalizableText

    package init(_ code: Code, _ text: LocalizableText) {
        self.code = code
        self.text = text
    }

    package var message: String { text.english }

    package var description: String { message }
}
