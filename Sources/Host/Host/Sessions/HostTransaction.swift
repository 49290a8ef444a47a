import HostModel
import HostStorage
import Synchronization
import TodayProtocol

/// The changes that a process makes while it answers one request, committed together with the completion of the request
/// or not at all.
struct HostTransaction: Sendable {
    static let limit = 1000

    /// A request to the screen, or to the app's own process, which is made after the commit.
    enum ScreenRequest: Sendable {
        case open(String, OpeningID?)
        /// Offers to undo the tap; has no effect outside a transaction.
        case offerUndo(UndoOffer)
        case reload([WidgetID])
        /// The page's URL; `nil` means every page.
        case reloadScene(String?)
        /// Makes the app process its action queue.
        case wakeApp
    }

    struct Key: Hashable {
        var group: GroupID
        var key: String
    }

    /// The changes to the durable store, in the order in which the process made them.
    private(set) var operations: [StoreOperation] = []
    private var recordBytes = 0
    /// The values of the keys that were written; `nil` for a key that was removed.
    private var overlay: [Key: PropertyValue?] = [:]
    private(set) var reloads: Set<WidgetID> = []
    private(set) var scenes: [String?] = []
    /// The address to open after the commit: the last one that the process asked for.
    private(set) var open: String?
    /// The id of this opening, by which the process learns its result.
    private(set) var opening: OpeningID?
    /// The undo offer that the surface shows after the commit: the last one of the process.
    private(set) var undo: UndoOffer?
    /// `true` if the app is woken after the commit.
    private(set) var wakesApp = false

    /// Returns the value that this transaction has written to a key; `nil` if it has not written to it, and
    /// `.some(nil)` if it removed it.
    func value(of key: String, in group: GroupID) -> PropertyValue?? { overlay[Key(group: group, key: key)] }

    /// Adds a change, unless there are ``limit`` changes already, or the records are too large.
    mutating func add(_ operation: StoreOperation) throws(StoreError) {
        guard operations.count < Self.limit else {
            throw StoreError(.limitExceeded, "A transaction holds at most \(Self.limit) changes.")
        }
        if case .records(.enqueue(let changes)) = operation {
            guard recordBytes + changes.size <= RecordLimits.transactionBytes else {
                throw StoreError(.limitExceeded, "A transaction saves at most 16 MiB of records.")
            }
            recordBytes += changes.size
        }
        operations.append(operation)
        switch operation {
        case .defaults(.set(let group, let key, let value)): overlay[Key(group: group, key: key)] = .some(value)
        case .defaults(.remove(let group, let key)): overlay[Key(group: group, key: key)] = .some(nil)
        default: break
        }
    }

    mutating func add(_ request: ScreenRequest) {
        switch request {
        case .open(let url, let id): (open, opening) = (url, id)
        case .offerUndo(let offer): undo = offer
        case .reload(let widgets): reloads.formUnion(widgets)
        case .reloadScene(let url): if scenes.count < Self.limit { scenes.append(url) }
        case .wakeApp: wakesApp = true
        }
    }
}

/// The open transactions of one process; requests name them by number.
final class OpenTransactions: Sendable {
    private struct State {
        var open: [Int: HostTransaction] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// Begins a transaction, and returns its number, never used before in this process.
    func begin() -> Int {
        state.withLock { state in
            state.last += 1
            state.open[state.last] = HostTransaction()
            return state.last
        }
    }

    /// Changes a transaction; `nil` if it has ended.
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

    /// Ends a transaction; later requests that name it are refused.
    func end(_ number: Int) -> HostTransaction? { state.withLock { $0.open.removeValue(forKey: number) } }
}
