import TodayProtocol

/// A set of authorization options in a column: their names, with spaces between.
enum OptionList {
    static func text(_ options: Set<NotificationAuthorizationOption>) -> String {
        options.map(\.rawValue).sorted().joined(separator: " ")
    }

    /// Reads a set; names that are not known any more are passed over.
    static func value(_ text: String) -> Set<NotificationAuthorizationOption> {
        Set(text.split(separator: " ").compactMap { NotificationAuthorizationOption(rawValue: String($0)) })
    }
}
