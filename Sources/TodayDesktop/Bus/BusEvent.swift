/// What comes from the bus, in the order in which it came.
enum BusEvent: Hashable, Sendable {
    /// The bus has taken this program in; calls are answered from now on.
    case connected
    /// A call was answered, failed or timed out.
    case replied(BusToken, BusReply)
    /// A signal came.
    case signal(BusSignal)
}
