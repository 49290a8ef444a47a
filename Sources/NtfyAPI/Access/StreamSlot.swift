/// A stream that counts against its visitor's limit for as long as this exists.
final class StreamSlot: Sendable {
    private let limits: VisitorLimits
    private let address: String

    init(limits: VisitorLimits, address: String) {
        self.limits = limits
        self.address = address
    }

    deinit { limits.endStream(of: address) }
}
