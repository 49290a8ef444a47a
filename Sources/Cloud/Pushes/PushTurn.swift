import CloudStore
import Synchronization

/// Which app's pushes went first in the last step of the fan-out.
final class PushTurn: Sendable {
    private let app = Mutex(AppNumber(0))

    /// The app; the one with the number 0, which does not exist, before the first step.
    var last: AppNumber {
        get { app.withLock { $0 } }
        set { app.withLock { $0 = newValue } }
    }
}
