import Addresses
import TodayProtocol

/// What has to be known of an installed app to take in its pushes.
package struct AppFacts: Hashable, Sendable {
    /// Its name, for a notification without a title.
    package var title: String
    /// Its URL schemes; the first one opens it.
    package var schemes: [String]

    /// Describes an app.
    package init(title: String, schemes: [String]) {
        self.title = title
        self.schemes = schemes
    }

    /// The address that opens a message, `SCHEME://message/ID`.
    func address(of message: MessageID) -> String? { schemes.first.map { "\($0)://message/\(message)" } }

    /// Whether a sender may have an address opened: the app's own, or one that leads out of Today.
    func mayOpen(_ address: String) -> Bool {
        guard let colon = address.firstIndex(of: ":"), address.utf8.count <= 2048 else { return false }
        let scheme = address[..<colon].lowercased()
        return URLScheme.external.contains(scheme) || schemes.contains { $0.lowercased() == scheme }
    }
}
