import JSONRPC

/// Widget to host: asks the host to start the containing app in the background, so that it processes its queue.
///
/// The reply means that the request is accepted; the app gets `app/process` soon afterwards, even if its queue is
/// empty. In a transaction the app is woken after the commit. Requests of several widgets are merged while the app is
/// busy. A request is not durable: if the host ends first, only queued actions are processed when it is back.
package struct WakeRequest: RPCRequest {
    package static let method = "wake"

    package var transaction: Int?

    package init(transaction: Int? = nil) { self.transaction = transaction }
}
