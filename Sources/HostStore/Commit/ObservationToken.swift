/// Keeps an observation going: it ends when the token is cancelled or released.
package final class ObservationToken: Sendable {
    private let onCancel: @Sendable () -> Void

    init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    deinit { onCancel() }

    /// Ends the observation.
    ///
    /// A commit that is being told while this is called may still arrive.
    package func cancel() { onCancel() }
}
