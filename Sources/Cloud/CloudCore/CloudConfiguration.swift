package import CloudStorage
import Foundation
package import NetworkAddresses

/// The configuration of a cloud, read once at its start.
package struct CloudConfiguration: Hashable, Sendable {
    /// The address under which clients reach the cloud, without a slash at its end; `nil` to use the `Host` header of
    /// each request.
    package var publicURL: String?
    /// How many requests a second each app key and each address may send; 0 for no limit.
    ///
    /// Bursts of ten times as many are allowed.
    package var requestRate = 100
    /// Whether requests come through trusted proxies alone, which add the client's address to `X-Forwarded-For`.
    package var isBehindProxy = false
    /// The interval between two heartbeats of a device's stream.
    package var heartbeat = Duration.seconds(12)
    /// How long a push waits for a device that is offline unless the sender says otherwise, in seconds.
    package var pushLifetime = 28 * 86_400
    /// The lifetime of a channel's token, in seconds.
    package var channelTokenLifetime = 3600
    /// The rights of everybody to topics that no rule matches.
    package var topicRights = TopicRights.deny
    /// Whether ``topicRights`` are, for requests without a token, those of this process's user and of root only.
    ///
    /// Other users of the machine then have only the rights that rules give to everybody. Meant for a cloud that listens
    /// on loopback.
    package var opensTopicsToOwnUserOnly = false

    /// Whether only programs on this machine can reach a cloud that listens on an address, as far as the configuration
    /// tells.
    ///
    /// A public address of another host means that others reach it through a proxy.
    package func isPrivate(on listen: ListenAddress) -> Bool {
        guard listen.isLoopback else { return false }
        guard let publicURL else { return true }
        guard let host = URL(string: publicURL)?.host() else { return false }
        return URLHost(host).isLoopback
    }

    /// Makes the default configuration.
    package init() {}
}
