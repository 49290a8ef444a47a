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
    ///   - isForPerson: Whether a person did what was completed, and waits for its effects.
    /// - Throws: ``HostStorage/StoreError``; then nothing was committed.
    func commit(
        _ effects: HostTransaction,
        completing completion: StoreOperation,
        of app: AppID,
        origin: ChangeOrigin,
        isForPerson: Bool = false
    ) async throws(StoreError) {
        try await store.commit(StoreTransaction(effects.operations + [completion], origin: origin))
        show(effects, of: app, isForPerson: isForPerson)
    }

    /// Updates the widgets and pages, and wakes the app, as a process asked for, once its answer is committed.
    ///
    /// - Parameters:
    ///   - effects: What the process changed and asked for.
    ///   - app: The app.
    ///   - isForPerson: Whether a person waits for it: widgets are updated at once then, although nobody may watch.
    func show(_ effects: HostTransaction, of app: AppID, isForPerson: Bool = false) {
        screen.reload(effects.reloads.sorted(), isUrgent: isForPerson)
        for url in effects.scenes { screen.reloadScenes(of: app, url: url) }
        if effects.wakesApp { wakeApp(app) }
    }
}
