import Synchronization
import TodayProtocol

/// What apps ask of the cloud: that their inboxes are fetched soon.
///
/// Who fetches is made after what processes need.
final class RefreshWishes: Sendable {
    private let attached = Mutex<(@Sendable (AppID) -> Void)?>(nil)

    /// Names who fetches inboxes, once, before any process runs; `refresh` must return at once.
    func attach(_ refresh: @escaping @Sendable (AppID) -> Void) { attached.withLock { $0 = refresh } }

    /// Has an app's inbox fetched soon; nothing happens while nobody fetches.
    func refresh(_ app: AppID) { attached.withLock(\.self)?(app) }
}
