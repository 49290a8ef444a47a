import Logging
import Synchronization

/// Names damaged rows in the log, each once.
final class DamageLog: Sendable {
    /// How many rows are remembered; after that many different ones nothing more is logged.
    private static let limit = 1000

    private let logger: Logger?
    private let named = Mutex<Set<String>>([])

    /// Writes to a log, or nowhere.
    init(logger: Logger?) { self.logger = logger }

    /// Notes that something could not be read and was passed over.
    func note(_ error: StoreError, _ message: String = "A damaged promise is passed over") {
        let isNew = named.withLock { $0.count < Self.limit && $0.insert(error.message).inserted }
        guard isNew else { return }
        logger?.error("\(message)", metadata: ["error": "\(error.message)"])
    }
}
