import HostAPI
package import HostStore

/// A page of the web surface that something on the desktop leads to.
package enum DesktopPage: Hashable, Sendable {
    /// The page that an address leads to, most often a page of an app.
    case address(String)
    /// The list of notifications, where an action waits for what a bubble cannot ask for: the passcode, or text.
    case answer(DeliveredID, action: String)

    /// Its path and query on the web surface, which checks the address as any other.
    package var path: String {
        switch self {
        case .address(let url): "/open?url=\(PercentCoding.encode(url))"
        case .answer(let id, let action): "/notifications?answer=\(id)&action=\(PercentCoding.encode(action))"
        }
    }
}
