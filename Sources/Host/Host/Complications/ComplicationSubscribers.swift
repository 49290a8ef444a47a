import AsyncPrimitives
import HostStorage
import Logging
import Synchronization
import TodayProtocol

/// The surfaces that follow the complications: each is told of every change, in order.
final class ComplicationSubscribers: Sendable {
    /// The subscriptions by language, which the store's observer also holds.
    private final class List: Sendable {
        let subscriptions = SubscriptionList<String, UndeliveredComplications>()
        /// The last change that concerned surfaces.
        let last: Mutex<Revision>

        init(startingAt revision: Revision) { last = Mutex(revision) }

        func add(_ commit: Commit) {
            guard !UndeliveredComplications.changes(of: commit).isEmpty else { return }
            last.withLock { $0 = max($0, commit.revision) }
            subscriptions.update { $0.add(commit) }
        }

        func addEverything(at revision: Revision) {
            last.withLock { $0 = max($0, revision) }
            subscriptions.update { pending in
                pending.addEverything()
                return true
            }
        }
    }

    /// Reads what surfaces show.
    let reader: ComplicationReader
    private let epoch: String
    private let logger: Logger
    private let list: List
    private let observation: ObservationToken

    /// Makes a list without subscriptions.
    ///
    /// - Parameters:
    ///   - reader: Reads what surfaces show; its store reports what changes.
    ///   - epoch: Names this run of the host.
    ///   - logger: The log.
    init(reader: ComplicationReader, epoch: String, logger: Logger) {
        self.reader = reader
        self.epoch = epoch
        self.logger = logger
        let list = List(startingAt: reader.store.revision)
        self.list = list
        observation = reader.store.observe { list.add($0) }
    }

    /// Returns when the task is cancelled; then every stream of events ends.
    func run() async {
        await Signal().wait()
        list.subscriptions.finish()
    }

    /// Has every surface read everything again, since apps or their names changed.
    func installedAppsDidChange() { list.addEverything(at: reader.store.nextRevision()) }

    /// The changes that a surface does not show yet, now and from now on.
    ///
    /// - Parameters:
    ///   - language: The surface's language.
    ///   - position: What the surface shows: a run of the host and a revision. If it is `nil`, or of another run, or if
    ///     something has changed since, the first event has everything.
    /// - Returns: The events; the stream ends with ``run()`` and with the reading task.
    func events(
        in language: String,
        after position: (epoch: String, revision: Revision)?
    ) -> AsyncStream<ComplicationEvent> {
        let subscription = list.subscriptions.add(language, pending: UndeliveredComplications())
        // Compared after the subscription was added, so that a commit in between is not missed.
        let last = list.last.withLock(\.self)
        let isCurrent = position.map { $0.epoch == epoch && $0.revision >= last } ?? false
        if !isCurrent {
            subscription.update { pending in
                pending.addEverything()
                return true
            }
        }
        return AsyncStream { [reader, logger] in
            await subscription.next { pending in
                pending.takeEvent { reader.shown($1, of: $0, in: language) }
            } load: {
                await Self.load(subscription, from: reader, logger)
            }
        }
    }

    /// Reads everything if a surface must be told of it.
    ///
    /// - Returns: Whether it was read; if it could not be, the next change tries again.
    private static func load(
        _ subscription: Subscription<String, UndeliveredComplications>,
        from reader: ComplicationReader,
        _ logger: Logger
    ) async -> Bool {
        var isNeeded = false
        subscription.update { pending in
            isNeeded = pending.needsEverything
            pending.beginReading()
            return false
        }
        guard isNeeded else { return false }
        do throws(StoreError) {
            let state = try await reader.state(in: subscription.subscriber)
            subscription.update { pending in
                pending.finishReading(state)
                return false
            }
            return true
        } catch {
            if error.code == .closed {
                subscription.finish()
                // What was not read is not told: the stream ends.
                return true
            }
            subscription.update { pending in
                pending.addEverything()
                return false
            }
            logger.error("Complications cannot be read", metadata: ["error": "\(error)"])
            return false
        }
    }
}
