package import FoundationEssentials
package import NetworkAddresses

/// The servers that a caller of ``OutgoingClient`` may connect to.
///
/// Who names a server is often not who runs this machine: without a rule the name could lead to anything that this machine
/// reaches.
package enum AddressPolicy: Hashable, Sendable {
    /// Servers with a public address.
    case publicHosts
    /// Also servers on loopback addresses.
    case publicHostsAndLoopback
    /// All servers: the person named this one for that purpose.
    case anywhere

    /// Makes the policy for servers on the internet.
    ///
    /// - Parameter allowsLoopback: Whether they may be on this machine too.
    package init(allowsLoopback: Bool) { self = allowsLoopback ? .publicHostsAndLoopback : .publicHosts }

    /// Whether a connection may be made to an address.
    ///
    /// A name tells nothing about its addresses, so this is asked for each of them before it is connected to.
    package func allows(_ address: NetworkAddress) -> Bool {
        switch self {
        case .publicHosts: address.isPublic
        case .publicHostsAndLoopback: address.isPublic || address.isLoopback
        case .anywhere: true
        }
    }

    /// Checks what the text of an endpoint tells: it is an https address, or one of http if its host is on a loopback
    /// address and that is allowed.
    ///
    /// - Returns: A sentence that names the mistake; `nil` if there is none.
    package func mistake(in endpoint: URL) -> String? {
        guard let text = endpoint.host(percentEncoded: false), !text.isEmpty else { return "The endpoint has no host." }
        let host = URLHost(text)
        let isAllowedLoopback = self != .publicHosts && host.isLoopback
        guard endpoint.scheme == "https" || (isAllowedLoopback && endpoint.scheme == "http") else {
            return "The endpoint is not an https address."
        }
        let isAllowed = host.address.map(allows) ?? (!host.isLoopback || isAllowedLoopback)
        guard isAllowed, !host.isMisspelledAddress else { return "The endpoint is not on a public host." }
        guard endpoint.user() == nil, endpoint.password() == nil, endpoint.fragment() == nil else {
            return "The endpoint has a user name or a fragment."
        }
        return nil
    }
}
