import AsyncPrimitives
import HostStorage
import Logging
import ProcessHost
import TodayProtocol

struct DeliveryServices: Sendable {
    let gateway: ProcessGateway
    /// Commits what processes change, with acknowledgements.
    let committer: EffectCommitter
    let reminder: QueueReminder
    let mistakes: CardMistakes

    var host: HostDependencies { gateway.host }
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

/// Commits a process's changes while it answered a request, together with the completion of that request.
///
/// Taps, responses, pushes and queued actions all end here: the effects and the completion are one transaction, so that
/// a crash leaves both or neither.
struct EffectCommitter: Sendable {
    let store: DurableStore
    let screen: any SessionScreen
    /// Makes an app process its action queue soon; returns at once.
    let wakeApp: @Sendable (AppID) -> Void
    /// Charges a process for the time that the host spent on it.
    let charge: @Sendable (Duration, ProcessIdentity) -> Void

    /// Commits the effects of a process and the completion of its request, or nothing if it throws; then charges the
    /// process for the time, and shows the effects on the widgets and pages of `app`.
    func commit(
        _ effects: HostTransaction,
        completing completion: StoreOperation,
        of app: AppID,
        origin: ChangeOrigin,
        isForPerson: Bool = false
    ) async throws(StoreError) {
        // Reloads are part of the commit, so that a widget that the commit also concerns is updated once.
        let reloads = effects.reloads.sorted().map {
            StoreOperation.announce(.reload(WidgetReload($0, isUrgent: isForPerson)))
        }
        let receipt = try await store.commit(
            StoreTransaction(effects.operations + [completion] + reloads, origin: origin)
        )
        charge(receipt.time, process(of: app, origin))
        showPages(effects, of: app)
    }

    func show(_ effects: HostTransaction, of app: AppID) {
        screen.reload(effects.reloads.sorted(), isUrgent: false, by: nil)
        showPages(effects, of: app)
    }

    private func process(of app: AppID, _ origin: ChangeOrigin) -> ProcessIdentity {
        if case .widget(let widget) = origin { .widget(widget, of: app) } else { .app(app) }
    }

    private func showPages(_ effects: HostTransaction, of app: AppID) {
        for url in effects.scenes { screen.reloadScenes(of: app, url: url) }
        if effects.wakesApp { wakeApp(app) }
    }
}
