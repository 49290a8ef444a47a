import HostStorage
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

    /// Commits, and then shows the effects on the screen.
    ///
    /// - Parameters:
    ///   - effects: What the process changed.
    ///   - completion: The operation that completes the tap, response or push.
    ///   - app: The app whose widgets and pages the effects concern.
    ///   - origin: On whose behalf.
    /// - Throws: ``HostStorage/StoreError``; then nothing was committed.
    func commit(
        _ effects: HostTransaction,
        completing completion: StoreOperation,
        of app: AppID,
        origin: ChangeOrigin
    ) async throws(StoreError) {
        try await store.commit(StoreTransaction(effects.operations + [completion], origin: origin))
        show(effects, of: app)
    }

    /// Updates the widgets and pages, and wakes the app, as a process asked for, once its answer is committed.
    func show(_ effects: HostTransaction, of app: AppID) {
        screen.reload(effects.reloads.sorted())
        for url in effects.scenes { screen.reloadScenes(of: app, url: url) }
        if effects.wakesApp { wakeApp(app) }
    }
}
