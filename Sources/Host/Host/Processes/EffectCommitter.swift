import HostStorage
import ProcessHost
import TodayProtocol

/// Commits what a process changed while it answered, together with the completion of what it was asked.
///
/// Taps, responses, pushes and queued actions all end here: the effects and the completion are one transaction, so that a
/// crash leaves both or neither.
struct EffectCommitter: Sendable {
    let store: DurableStore
    let screen: any SessionScreen
    /// Has an app process its action queue soon; returns at once.
    let wakeApp: @Sendable (AppID) -> Void
    /// Charges a process with the time that the host spent on it.
    let charge: @Sendable (Duration, ProcessIdentity) -> Void

    /// Commits, charges the process with the time of that, and then shows the effects on the screen.
    ///
    /// - Parameters:
    ///   - effects: What the process changed.
    ///   - completion: The operation that completes the tap, response or push.
    ///   - app: The app whose widgets and pages the effects concern.
    ///   - origin: On whose behalf.
    ///   - isForPerson: Whether a person did what was completed, and waits for its effects.
    /// - Throws: ``HostStorage/StoreError``; then nothing was committed.
    func commit(
        _ effects: HostTransaction,
        completing completion: StoreOperation,
        of app: AppID,
        origin: ChangeOrigin,
        isForPerson: Bool = false
    ) async throws(StoreError) {
        // In the commit, so that a widget that it also concerns is updated once.
        let reloads = effects.reloads.sorted().map {
            StoreOperation.announce(.reload(WidgetReload($0, isUrgent: isForPerson)))
        }
        let receipt = try await store.commit(
            StoreTransaction(effects.operations + [completion] + reloads, origin: origin)
        )
        charge(receipt.time, process(of: app, origin))
        showPages(effects, of: app)
    }

    /// Does what a process asked of the screen if nothing is committed with it: updates the widgets and pages, and wakes the
    /// app.
    ///
    /// - Parameters:
    ///   - effects: What the process asked for.
    ///   - app: The app.
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
