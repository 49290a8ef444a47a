package import CloudStorage
import Foundation
import NetworkAddresses

/// The configuration of a cloud, read once at its start.
package struct CloudConfiguration: Hashable, Sendable {
    /// The address under which clients reach the cloud, without a slash at its end; `nil` to use the `Host` header of
    /// each request.
    package var publicURL: String?
    /// How many requests a second each app key and each address may send; 0 for no limit.
    ///
    /// Bursts of ten times as many are allowed.
    package var requestRate = 100
    /// Whether requests come through a proxy that adds the client's address to `X-Forwarded-For`.
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

/// An address to listen on: `HOST:PORT`, with an IPv6 address in brackets.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// A host name or an address.
    package var host: String
    /// The port; 0 for any free port.
    package var port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `HOST:PORT`; `nil` for anything else.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.first == "[", host.last == "]" {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self.init(host: String(host), port: port)
    }

    /// Whether only programs on this machine can reach the address.
    package var isLoopback: Bool { URLHost(host).isLoopback }

    /// The text that ``init(_:)`` reads.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
