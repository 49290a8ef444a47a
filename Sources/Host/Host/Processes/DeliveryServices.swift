import HostStorage
import Logging
import TodayProtocol

/// The dependencies of the queues that deliver to apps: responses, pushes, actions, and failures of records.
struct DeliveryServices: Sendable {
    /// Commits acknowledgements.
    let committer: EffectCommitter
    /// Finds the apps.
    let registry: AppRegistry
    /// Calls the apps.
    let gateway: ProcessGateway
    /// The language of the requests to apps.
    let language: String
    /// Receives the outcome of each delivery.
    let logger: Logger

    /// Creates the worker of a queue.
    ///
    /// - Parameter failureMessage: The log message for a failure of the store.
    /// - Returns: The worker.
    func worker(failureMessage: String) -> DurableQueueWorker {
        DurableQueueWorker(store: committer.store, clock: gateway.clock, logger: logger, failureMessage: failureMessage)
    }
}
