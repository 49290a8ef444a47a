import Foundation

/// From where on a subscriber wants messages that were published before.
enum Since: Hashable, Sendable {
    /// None of them.
    case none
    /// All that are kept.
    case all
    /// The latest one of each topic.
    case latest
    /// Those after another one; all if that one is not kept.
    case message(String)
    /// Those from a time on.
    case time(Date)

    /// Reads the parameter.
    ///
    /// - Parameters:
    ///   - text: The parameter; none if it is missing.
    ///   - isPoll: Whether the subscriber only wants what is there.
    ///   - now: The present, for durations.
    /// - Throws: ``NtfyError`` 40008 if it cannot be read.
    init(_ text: String?, isPoll: Bool, now: Date) throws(NtfyError) {
        switch text {
        case nil: self = isPoll ? .all : .none
        case "all"?: self = .all
        case "none"?: self = .none
        case "latest"?: self = .latest
        case let text?:
            if MessageIdentifier.isValid(text) {
                self = .message(text)
            } else if text.allSatisfy({ $0.isASCII && $0.isNumber }), let seconds = Double(text), seconds < 1e11 {
                self = .time(Date(timeIntervalSince1970: seconds))
            } else if let seconds = DurationText.seconds(text) {
                self = .time(now.addingTimeInterval(-seconds))
            } else {
                throw .since
            }
        }
    }
}
