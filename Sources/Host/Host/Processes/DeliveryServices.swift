import AsyncPrimitives
import HostStorage
import Logging
import TodayProtocol

/// What the parts share that call processes, such as the queues that deliver to apps.
struct DeliveryServices: Sendable {
    let gateway: ProcessGateway
    /// Commits what processes change, with acknowledgements.
    let committer: EffectCommitter
    /// Asks the person to open an app whose actions have waited too long.
    let reminder: QueueReminder
    let mistakes: CardMistakes

    var host: HostServices { gateway.host }
    var registry: AppRegistry { host.registry }
    var store: DurableStore { host.durable }
    var language: String { host.language }
    var logger: Logger { host.logger }
    var performer: TapPerformer { TapPerformer(committer: committer, gateway: gateway, logger: logger) }

    init(_ gateway: ProcessGateway) {
        self.gateway = gateway
        let host = gateway.host
        committer = EffectCommitter(
            store: host.durable,
            screen: host,
            wakeApp: { [processing = host.processing] in processing.wake($0) },
            charge: { gateway.charge($0, to: $1) }
        )
        reminder = QueueReminder(services: host)
        mistakes = CardMistakes(logger: host.logger)
    }

    /// Creates the worker of a queue, with a queue of apps of its own if none is given.
    func worker(failureMessage: String, queue: KeyedSerialQueue<AppID>? = nil) -> DurableQueueWorker {
        DurableQueueWorker(
            store: store,
            queue: queue ?? KeyedSerialQueue(clock: gateway.clock),
            clock: gateway.clock,
            logger: logger,
            failureMessage: failureMessage
        )
    }

    /// Records that an app ran: this postpones the reminder to open it, and its action queue is processed next.
    func appDidRun(_ app: AppID) {
        store.enqueue(StoreTransaction([.action(.recordRun(app, hasProcessed: false))], origin: .host)) { _ in }
        host.processing.add(app, .push)
    }
}
