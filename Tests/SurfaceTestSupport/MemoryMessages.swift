package import DeviceSync
package import Host
package import TodayProtocol

/// The messages of a host that lives in memory, and how it stands with its cloud.
package struct MemoryMessages: Sendable {
    /// The messages, the newest first.
    package var messages: [ShownMessage] = []
    /// Their bodies.
    package var bodies: [MessageID: MessageBodyFile] = [:]
    /// The pictures of their bodies, by name.
    package var images: [String: [UInt8]] = [:]
    /// How the host stands with its cloud.
    package var status = CloudStatus.notLinked
    /// The token with which it joined last.
    package var token: String?
    /// The topics.
    package var topics: Set<String> = []
    /// What sends, if there is a cloud inside the host.
    package var keys: SenderKeys?

    /// Makes a host without messages.
    package init() {}
}
