/// One request to one server, checked and ready to be sent.
struct UpstreamRequest: Sendable {
    var address: FetchAddress
    var method: FetchRequest.Method
    var headers: [(name: String, value: String)]
    var body: [UInt8]

    /// The request after a server sent it on (RFC 9110, 15.4).
    ///
    /// Another server does not get the headers that may identify somebody, nor the body.
    func redirected(to address: FetchAddress, status: Int) throws(FetchError) -> UpstreamRequest {
        var next = self
        next.address = address
        let isElsewhere = address.origin != self.address.origin
        if isElsewhere { next.headers = headers.filter { RequestHeaders.harmless.contains($0.name) } }
        guard method != .get else { return next }
        if status == 307 || status == 308 {
            guard !isElsewhere else {
                throw FetchError(
                    .notAllowed,
                    "\(self.address.server) wants what was sent to it sent to \(address.server)."
                )
            }
        } else {
            next.method = .get
            next.body = []
            next.headers.removeAll { $0.name == "content-type" }
        }
        return next
    }
}
