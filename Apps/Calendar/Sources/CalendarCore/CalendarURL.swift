import TodayKit

/// The URLs of the app's pages.
public enum CalendarURL {
    /// A form for a CalDAV server that the person has to allow first, with what they entered but the password.
    public struct RefusedAccount: Hashable, Sendable {
        /// The server, as a `FetchError` names it.
        public var server: String
        /// The address that was entered.
        public var address: String
        /// The name that was entered.
        public var user: String

        /// Creates the form after a refusal.
        public init(server: String, address: String, user: String) {
            (self.server, self.address, self.user) = (server, address, user)
        }

        /// Parses the query of a URL; `nil` if it has no server.
        public init?(_ query: [String: String]) {
            guard let server = query["server"] else { return nil }
            self.init(server: server, address: query["address"] ?? "", user: query["user"] ?? "")
        }

        /// The URL of the form.
        public var url: String {
            let fields = [("server", server), ("address", address), ("user", user)]
            return account + "?" + fields.map { "\($0)=\($1.escapedForURLs)" }.joined(separator: "&")
        }
    }

    /// The events of two weeks.
    public static let agenda = "today-calendar://"
    /// The list of calendars.
    public static let list = "today-calendar://calendars"
    /// The form for an address or a file.
    public static let add = "today-calendar://add"
    /// The form for a CalDAV server.
    public static let account = "today-calendar://account"
}
