package import JSONRPC

/// Host to process: asks the process to finish; the end of its input follows the answer.
package struct ShutdownRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "shutdown"
    /// Nothing but that it is done.
    package typealias Reply = EmptyReply

    /// Makes the request.
    package init() {}
}
