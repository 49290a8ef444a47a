import HostStorage
import Synchronization
import TodayProtocol

/// What a process changes while it answers one request: collected here, and committed with the acknowledgement or not
/// at all.
struct HostTransaction: Sendable {
    /// How many changes one transaction holds.
    static let limit = 1000

    /// One key of a group.
    struct Key: Hashable {
        var group: GroupID
        var key: String
    }

    /// The changes of promises, in the order in which they were asked for.
    private(set) var operations: [StoreOperation] = []
    /// What the keys hold that were written; a removed one holds nothing.
    private var overlay: [Key: PropertyValue?] = [:]
    /// The widgets to update after the commit.
    private(set) var reloads: Set<WidgetID> = []
    /// The pages to ask for again after the commit; `nil` in it stands for every page.
    private(set) var scenes: [String?] = []
    /// The address to open after the commit; the last one that was asked for.
    private(set) var open: String?

    /// What a key holds for who writes in this transaction; `nil` if it was not written.
    func value(of key: String, in group: GroupID) -> PropertyValue?? { overlay[Key(group: group, key: key)] }

    mutating func set(_ value: PropertyValue?, for key: String, in group: GroupID) throws(HostTransactionFull) {
        if let value {
            try add(.defaults(.set(group: group, key: key, value: value)))
        } else {
            try add(.defaults(.remove(group: group, key: key)))
        }
        overlay[Key(group: group, key: key)] = .some(value)
    }

    mutating func add(_ operation: StoreOperation) throws(HostTransactionFull) {
        guard operations.count < Self.limit else { throw HostTransactionFull() }
        operations.append(operation)
    }

    mutating func reload(_ widgets: some Sequence<WidgetID>) { reloads.formUnion(widgets) }

    mutating func reloadScene(_ url: String?) {
        if scenes.count < Self.limit { scenes.append(url) }
    }

    mutating func open(_ url: String) { open = url }
}

/// A transaction would hold more than ``HostTransaction/limit`` changes.
struct HostTransactionFull: Error {}

/// The transactions of one process that are not over; writes name them by number.
final class OpenTransactions: Sendable {
    private struct State {
        var open: [Int: HostTransaction] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// Begins a transaction.
    ///
    /// - Returns: Its number, never used before in this process.
    func begin() -> Int {
        state.withLock { state in
            state.last += 1
            state.open[state.last] = HostTransaction()
            return state.last
        }
    }

    /// Changes a transaction.
    ///
    /// - Returns: What `body` returns; `nil` if the transaction is over.
    func change<Value: Sendable, Failure: Error>(
        _ number: Int,
        _ body: (inout HostTransaction) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        let result: Result<Value, Failure>? = state.withLock { state in
            guard var transaction = state.open[number] else { return nil }
            let result = Result { () throws(Failure) in try body(&transaction) }
            state.open[number] = transaction
            return result
        }
        return try result?.get()
    }

    /// Ends a transaction; later writes that name it are refused.
    ///
    /// - Returns: What it collected.
    func end(_ number: Int) -> HostTransaction? { state.withLock { $0.open.removeValue(forKey: number) } }
}
