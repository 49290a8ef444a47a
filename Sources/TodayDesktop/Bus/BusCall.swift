/// A call of a method on the bus.
///
/// The names must be well-formed: they are constants of this module.
struct BusCall: Hashable, Sendable {
    /// Who is called.
    var destination: String
    /// The object.
    var path: String
    /// The interface.
    var interface: String
    /// The method.
    var member: String
    /// The arguments, in order.
    var arguments: [BusValue] = []
}
