import HostStorage
package import TodayProtocol

extension DeviceLink {
    /// Returns when a message that a push has named is here, or cannot be had now; after 30 seconds in any case.
    ///
    /// Many pushes may wait for their messages, one after the other. Whatever one of them has fetched the others find: a
    /// list that was fetched since a push came has its message, or the message is gone. While the cloud is out of reach
    /// none of them waits; the link is tried again by itself, and the app is told when the list changes.
    ///
    /// - Parameters:
    ///   - id: The message; the push that names it is in the store.
    ///   - app: Whose inbox it is in.
    package func waitForMessage(_ id: MessageID, of app: AppID) async {
        let isExpected = try? await parts.store.read { reader in
            try reader.message(id, of: app) == nil && reader.inbox(of: app).isStale
        }
        guard isExpected ?? false else { return }
        if case .offline = status.state { return }
        // Why it cannot be had is shown by the link's own status.
        try? await refresh()
    }
}
