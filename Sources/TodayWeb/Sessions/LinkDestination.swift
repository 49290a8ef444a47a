import HostAPI
package import HostStore

/// Where a one-time link leads once it has signed the browser in.
///
/// The host keeps it with the link: nothing in the link's address says where it leads, so that no one can make a link of
/// Today lead elsewhere.
package enum LinkDestination: Hashable, Sendable {
    /// The Today screen.
    case today
    /// The page that an address leads to, most often a page of an app; the web surface checks it as any other.
    case address(String)
    /// The list of notifications, with an action of one that waits for the passcode or for text.
    case answer(DeliveredID, action: String)

    /// The path on the web surface; always one of Today's own pages.
    package var path: String {
        switch self {
        case .today: "/"
        case .address(let url): "/open?url=\(PercentCoding.encode(url))"
        case .answer(let id, let action): "/notifications?answer=\(id)&action=\(PercentCoding.encode(action))"
        }
    }
}
