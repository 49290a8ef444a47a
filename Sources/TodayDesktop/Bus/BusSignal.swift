/// Something that a program on the bus tells.
struct BusSignal: Hashable, Sendable {
    /// The connection that sent it, as the bus vouches for it.
    var sender: String
    /// The interface.
    var interface: String
    /// The signal's name.
    var member: String
    /// The arguments, in order.
    var arguments: [BusValue]
}
