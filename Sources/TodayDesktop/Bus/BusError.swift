/// Why a connection to the bus could not be made, or did not last.
struct BusError: Error, Hashable, Sendable {
    /// The kinds of failures.
    enum Code: Hashable, Sendable {
        /// Nobody answers at the address, or it is none.
        case unreachable
        /// The bus did not take this program in.
        case refused
        /// The bus went away.
        case lost
        /// The system has no memory or descriptors left.
        case exhausted
    }

    /// The kind.
    var code: Code
    /// A sentence for the log.
    var message: String

    /// Describes a failure.
    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
