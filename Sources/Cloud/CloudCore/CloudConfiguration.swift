package import CloudStorage
import Foundation
import NetworkAddresses

/// How a cloud behaves; read once, at its start.
package struct CloudConfiguration: Hashable, Sendable {
    /// Where clients reach the cloud, without a slash at the end; none to believe each request's own words.
    package var publicURL: String?
    /// How many requests a second each app key and each address may make; 0 for as many as come.
    ///
    /// Ten seconds' worth may come at once.
    package var requestRate = 100
    /// Whether a proxy stands in front, which says in `X-Forwarded-For` whose requests it passes on.
    package var isBehindProxy = false
    /// How long the time between two heartbeats of a device's stream is.
    package var heartbeat = Duration.seconds(12)
    /// How long a push waits for a device that is away unless the sender says otherwise, in seconds.
    package var pushLifetime = 28 * 86_400
    /// How long the token works that a channel gets, in seconds.
    package var channelTokenLifetime = 3600
    /// What everybody may do with topics that no rule is about.
    package var topicRights = TopicRights.deny

    /// Whether only programs on this machine reach a cloud that listens on an address, as far as is known.
    ///
    /// A public address says that others do, through a proxy.
    package func isPrivate(on listen: ListenAddress) -> Bool {
        guard listen.isLoopback else { return false }
        guard let publicURL else { return true }
        guard let host = URL(string: publicURL)?.host() else { return false }
        return URLHost(host).isLoopback
    }

    /// Makes the configuration that is in force when nothing is set.
    package init() {}
}

/// Where a server listens: `HOST:PORT`, with an IPv6 address in brackets.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// A name or an address.
    package var host: String
    /// The port; 0 for any that is free.
    package var port: Int

    /// Makes an address.
    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `HOST:PORT`; none if it is something else.
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

    /// Whether only programs on this machine can reach it.
    package var isLoopback: Bool { URLHost(host).isLoopback }

    /// The text that ``init(_:)`` reads.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
