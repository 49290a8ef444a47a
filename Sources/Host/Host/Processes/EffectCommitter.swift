import HostStorage
import ProcessHost
import TodayProtocol

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

    /// Commits the effects of a process and the completion of its request, or nothing if it throws.
    ///
    /// Then it charges the process for the time, and shows the effects on the screen. `app` is the one whose widgets and
    /// pages the effects concern; `isForPerson` means that a person waits for them.
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

    /// Performs a process's requests to the screen without a commit: updates the widgets and pages, and wakes the app.
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
