package import CloudStorage
import Foundation
package import NetworkAddresses

/// The configuration of a cloud, read once at its start.
package struct CloudConfiguration: Hashable, Sendable {
    /// The address of the cloud for clients, without a trailing slash; `nil` for the `Host` header of each request.
    package var publicURL: String?
    /// The requests per second of each app key and each address, in bursts of ten times that number; 0 for no limit.
    package var requestRate = 100
    /// `true` if all requests come through trusted proxies, which add the client's address to `X-Forwarded-For`.
    package var isBehindProxy = false
    package var heartbeat = Duration.seconds(12)
    /// The time for which a push waits for an offline device unless the sender sets another, in seconds.
    package var pushLifetime = 28 * 86_400
    /// The lifetime of a channel's token, in seconds.
    package var channelTokenLifetime = 3600
    /// The default rights to topics that no rule matches.
    package var topicRights = TopicRights.deny
    /// `true` if, for requests without a token, ``topicRights`` apply only to this process's user and to root.
    ///
    /// Other users of the machine then have only the rights of rules for everybody, as suits a cloud on loopback.
    package var opensTopicsToOwnUserOnly = false

    /// Returns `true` if, as configured, only programs on this machine can reach a cloud that listens on an address.
    ///
    /// A public address that is not this machine's means that others reach it through a proxy.
    package func isPrivate(on listen: ListenAddress) -> Bool {
        guard listen.isLoopback else { return false }
        guard let publicURL else { return true }
        guard let host = URL(string: publicURL)?.host() else { return false }
        return URLHost(host).isLoopback
    }

    package init() {}
}
