/// The parameters of one method that is answered.
///
/// Each conforming type is one file: the method's name, what it carries, its ``Reply`` and its contract.
package protocol RPCRequest: Codable, Sendable {
    /// What the other side answers.
    associatedtype Reply: Codable & Sendable

    /// The method's name on the wire.
    static var method: String { get }
}

/// The parameters of one method that is not answered.
package protocol RPCNotification: Codable, Sendable {
    /// The method's name on the wire.
    static var method: String { get }
}

/// The reply of a method that has nothing to tell.
package struct EmptyReply: Codable, Hashable, Sendable {
    /// Makes the reply.
    package init() {}
}
