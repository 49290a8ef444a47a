package import FoundationEssentials
package import NetworkAddresses

/// The servers that a caller of ``OutgoingClient`` may connect to: without a policy, a server name of somebody else
/// could lead to anything that this machine can reach.
package enum AddressPolicy: Hashable, Sendable {
    /// Only servers with a public address.
    case publicHosts
    /// Also servers on loopback addresses.
    case publicHostsAndLoopback
    /// All servers: the person chose this one for the purpose.
    case anywhere

    /// Creates the policy for servers on the internet, and on this machine too if `allowsLoopback` is `true`.
    package init(allowsLoopback: Bool) { self = allowsLoopback ? .publicHostsAndLoopback : .publicHosts }

    /// Returns `true` if a connection to an address is allowed; called for each address of a name before the
    /// connection.
    package func allows(_ address: NetworkAddress) -> Bool {
        switch self {
        case .publicHosts: address.isPublic
        case .publicHostsAndLoopback: address.isPublic || address.isLoopback
        case .anywhere: true
        }
    }

    /// Returns a sentence about the mistake in an endpoint; `nil` for a URL with `https`, or with `http` if its host is
    /// a loopback address and the policy allows that.
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
