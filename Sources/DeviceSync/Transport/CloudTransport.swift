/// Carries requests to a cloud and brings its answers.
///
/// ``HTTPTransport`` is the product's; tests bring one without a network.
package protocol CloudTransport: Sendable {
    /// Sends a request and reads the whole answer, whatever its status.
    ///
    /// - Throws: ``CloudFailure``: `unreachable`, `timedOut`, `tooLarge`, `malformed` or `cancelled`.
    func send(_ request: CloudRequest) async throws(CloudFailure) -> CloudAnswer

    /// Opens a stream and hands its parts on, in order, until it ends.
    ///
    /// - Parameters:
    ///   - request: The request; its deadline is that of the answer's beginning.
    ///   - receive: Called with each part; the next one waits for it.
    /// - Returns: Nothing after a stream that ended, or the answer if its status was not 200; `receive` was not called then.
    /// - Throws: ``CloudFailure``, or what `receive` throws.
    func stream(
        _ request: CloudRequest,
        _ receive: ([UInt8]) async throws -> Void
    ) async throws -> CloudAnswer?

    /// Ends every connection; what comes later fails.
    func close() async
}
