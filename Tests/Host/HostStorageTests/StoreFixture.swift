import Foundation
import HostStorage
import JSON
import Logging
import Synchronization
public import TodayProtocol
import TodayTestSupport

/// Runs a test in a folder of its own, which is gone afterwards.
func withFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    try await withTemporaryDirectory(isInMemory: true, body)
}

/// A database without rows: to make its tables takes eight times as long as to open a copy.
private let emptyDatabase = Task {
    try await withFolder { folder in
        try await DurableStore(path: folder + "/promises.sqlite").close()
        return try Data(contentsOf: URL(filePath: folder + "/promises.sqlite"))
    }
}

/// Runs a test on new promises.
func withPromises<Value>(
    now: @escaping @Sendable () -> Date = { Date() },
    _ body: (DurableStore) async throws -> Value
) async throws -> Value {
    try await withFolder { folder in
        let path = folder + "/promises.sqlite"
        try await emptyDatabase.value.write(to: URL(filePath: path))
        let store = try DurableStore(path: path, now: now)
        let value = try await body(store)
        await store.close()
        return value
    }
}

/// Runs a test on new caches.
func withCaches<Value>(
    now: @escaping @Sendable () -> Date = { Date() },
    _ body: (CacheStore) async throws -> Value
) async throws -> Value {
    try await withFolder { folder in
        let store = try CacheStore(path: folder + "/caches.sqlite", epoch: "test", logger: .silent, now: now)
        let value = try await body(store)
        await store.close()
        return value
    }
}

/// Collects what closures on the writer see.
final class Journal<Entry: Sendable>: Sendable {
    private let state = Mutex<[Entry]>([])
    var entries: [Entry] { state.withLock { $0 } }
    func add(_ entry: Entry) { state.withLock { $0.append(entry) } }
}

extension Logger {
    static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}

extension StoreOperation {
    static func set(_ value: PropertyValue, for key: String, in group: GroupID = "group.test") -> StoreOperation {
        .defaults(.set(group: group, key: key, value: value))
    }
    static func remove(_ key: String, in group: GroupID = "group.test") -> StoreOperation {
        .defaults(.remove(group: group, key: key))
    }
}

extension DurableStore {
    func value(_ key: String, in group: GroupID = "group.test") async throws -> PropertyValue? {
        try await read { try $0.defaultsEntry(for: key, of: group) }?.value
    }

    /// Holds the writer while `body` hands operations in, so that they share one commit.
    func holdingWriter(_ body: () -> Void) async {
        let gate = DispatchSemaphore(value: 0)
        enqueueRead { _ in
            // Left open behind it, since a read may run twice.
            gate.wait()
            gate.signal()
        } completion: { _ in
        }
        body()
        gate.signal()
        await withCheckedContinuation { continuation in
            enqueueRead { _ in
            } completion: { _ in
                continuation.resume()
            }
        }
    }
}

/// The code of the store's error that an expression throws, or `nil` if it throws none.
func refusal(_ body: () async throws -> Void) async -> StoreError.Code? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? StoreError)?.code
    }
}

extension GroupID: ExpressibleByStringLiteral {
    /// Takes a literal, in tests.
    public init(stringLiteral value: String) { self.init(value) }
}

extension AppID: ExpressibleByStringLiteral {
    /// Takes a literal, in tests.
    public init(stringLiteral value: String) { self.init(value) }
}

extension WidgetID: ExpressibleByStringLiteral {
    /// Takes a literal, in tests.
    public init(stringLiteral value: String) { self.init(value) }
}

extension TapID: ExpressibleByStringLiteral {
    /// Takes a literal, in tests.
    public init(stringLiteral value: String) { self.init(value) }
}

extension PropertyValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// Takes a literal, in tests.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Takes a literal, in tests.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension MessageID: ExpressibleByStringLiteral {
    /// Takes a literal, in tests.
    public init(stringLiteral value: String) { self.init(value) }
}

extension ActionID: ExpressibleByStringLiteral {
    /// Takes a literal, in tests.
    public init(stringLiteral value: String) { self.init(value) }
}
