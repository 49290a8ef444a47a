import HostModel
import HostStorage
import ProcessHost
import Synchronization

/// The size limits of groups' folders, as the person set them; cached, since each measurement of a folder reads them.
final class GroupLimitSetting: Sendable {
    /// The keys in the store; the values are a number of mebibytes, and one of files.
    static let (sizeKey, filesKey) = ("groups.size", "groups.files")

    private let store: DurableStore
    private let current = Mutex(GroupLimit())

    init(store: DurableStore) async throws(StoreError) {
        self.store = store
        try await load()
    }

    var limit: GroupLimit { current.withLock { $0 } }

    private func load() async throws(StoreError) {
        let (mebibytes, files) = try await store.read { reader in
            func number(_ key: String, in range: ClosedRange<Int>) throws -> Int? {
                try reader.setting(key).flatMap(Int.init).flatMap { range.contains($0) ? $0 : nil }
            }
            return (
                try number(Self.sizeKey, in: SetGroupLimitRequest.sizes),
                try number(Self.filesKey, in: SetGroupLimitRequest.files)
            )
        }
        current.withLock { limit in
            limit = GroupLimit()
            if let mebibytes { limit.bytes = mebibytes << 20 }
            if let files { limit.files = files }
        }
    }

    func set(mebibytes: Int?, files: Int?) async throws(StoreError) {
        let operations = [(Self.sizeKey, mebibytes), (Self.filesKey, files)].compactMap { key, number in
            number.map { StoreOperation.setting(.set(key: key, value: String($0))) }
        }
        try await store.commit(StoreTransaction(operations, origin: .person))
        try await load()
    }
}
