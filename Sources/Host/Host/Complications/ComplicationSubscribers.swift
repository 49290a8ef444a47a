import AsyncPrimitives
import HostModel
import HostStorage
import Logging
import Synchronization
import TodayProtocol

/// The subscriptions of surfaces to complications; each receives the changes in order.
final class ComplicationSubscribers: Sendable {
    /// The subscriptions by language, which the store's observer also holds.
    private final class List: Sendable {
        let subscriptions = SubscriptionList<String, UndeliveredComplications>()
        /// The revision of the last change that concerned surfaces.
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

    /// Reads the complications for surfaces.
    let reader: ComplicationReader
    private let epoch: String
    private let logger: Logger
    private let list: List
    private let observation: ObservationToken

    /// Creates a list without subscriptions.
    ///
    /// - Parameters:
    ///   - reader: Reads the complications; its store reports their changes.
    ///   - epoch: The id of this run of the host.
    ///   - logger: The log.
    init(reader: ComplicationReader, epoch: String, logger: Logger) {
        self.reader = reader
        self.epoch = epoch
        self.logger = logger
        let list = List(startingAt: reader.store.revision)
        self.list = list
        observation = reader.store.observe { list.add($0) }
    }

    /// Waits until the task is cancelled, then ends every stream of events.
    func run() async {
        await Signal().wait()
        list.subscriptions.finish()
    }

    /// Makes every surface reload everything, since apps or their names changed.
    func installedAppsDidChange() { list.addEverything(at: reader.store.nextRevision()) }

    /// Returns the changes that a surface does not show yet, followed by later ones.
    ///
    /// - Parameters:
    ///   - language: The surface's language.
    ///   - position: The state that the surface shows, as a run of the host and a revision. If it is `nil`, or of
    ///     another run, or if something has changed since, the first event has everything.
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

    /// Reads all complications if a subscription needs them.
    ///
    /// - Returns: `true` if they were read, or if the stream has ended; after another failure, the next change tries
    ///   again.
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
                // The store is closed, so the stream ends without the complications.
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
