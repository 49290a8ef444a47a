import HostStorage
import ProcessHost
import Synchronization

/// The size that the folder of each group may have, as the person set it.
///
/// It is kept here as well as in the store, since each measurement of a folder asks for it.
final class GroupSizeSetting: Sendable {
    /// The key in the store; the value is a number of mebibytes.
    static let key = "groups.size"

    private let store: DurableStore
    private let current = Mutex(GroupLimit())

    init(store: DurableStore) { self.store = store }

    /// What the folder of a group may take now.
    var limit: GroupLimit { current.withLock { $0 } }

    /// Reads the setting from the store.
    func load() async throws(StoreError) {
        let stored = try await store.read { try $0.setting(Self.key) }
        let mebibytes = stored.flatMap(Int.init).flatMap { SetGroupSizeRequest.range.contains($0) ? $0 : nil }
        current.withLock { $0 = mebibytes.map { GroupLimit(bytes: $0 << 20) } ?? GroupLimit() }
    }

    /// Stores another size; it holds for processes that run, too.
    func set(_ mebibytes: Int) async throws(StoreError) {
        try await store.commit(.setting(.set(key: Self.key, value: String(mebibytes))), origin: .person)
        try await load()
    }
}
