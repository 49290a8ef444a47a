import HostStorage
import Logging
import TodayProtocol

/// What every queue needs that delivers to apps: responses, pushes, actions, and failures of records.
struct DeliveryServices: Sendable {
    /// Commits acknowledgements.
    let committer: EffectCommitter
    /// Finds the apps.
    let registry: AppRegistry
    /// Calls the apps.
    let gateway: ProcessGateway
    /// The language of the requests to apps.
    let language: String
    /// Receives how each delivery ended.
    let logger: Logger

    /// Makes the worker of a queue.
    ///
    /// - Parameter failureMessage: The log message for a failure of the store.
    /// - Returns: The worker.
    func worker(failureMessage: String) -> DurableQueueWorker {
        DurableQueueWorker(store: committer.store, clock: gateway.clock, logger: logger, failureMessage: failureMessage)
    }
}
