package import HostStore

/// A page of the web surface that something on the desktop leads to.
package enum DesktopPage: Hashable, Sendable {
    /// The page that an address leads to, most often a page of an app.
    case address(String)
    /// The list of notifications, where an action waits for what a bubble cannot ask for: the passcode, or text.
    case answer(DeliveredID, action: String)
}
