import DeviceSync
import Foundation
package import HostModel
import HostStorage
import NetworkAddresses
import TodayProtocol

/// Sends messages through a cloud, as any of its clients does.
package struct MessageSender: Sendable {
    private let sender: CloudSender

    package init(url: String, appKey: String, masterSecret: String) {
        sender = CloudSender(url: url, appKey: appKey, masterSecret: masterSecret)
    }

    /// Sends a message, which is on the cloud's disk when this returns.
    package func send(_ message: OutgoingMessage) async throws(HostError) -> SentMessage {
        let transport = HTTPTransport()
        let outcome: Result<SentMessage, HostError>
        do throws(CloudFailure) {
            outcome = .success(try await sender.send(message, over: transport))
        } catch {
            outcome = .failure(HostError(.cloudUnavailable, .text(error.message), cause: error))
        }
        await transport.close()
        return try outcome.get()
    }

    /// Returns the mistake in the address of a cloud as a sentence; `nil` if there is none.
    ///
    /// `isInsecure` is `true` if plain HTTP to another machine is accepted.
    package static func mistake(inCloud url: String, isInsecure: Bool) -> String? {
        guard let parts = URL(string: url), let host = parts.host(), !host.isEmpty, parts.user() == nil,
            parts.password() == nil, parts.query() == nil, parts.fragment() == nil,
            parts.scheme == "https" || parts.scheme == "http"
        else { return "--cloud is an address such as https://push.example.org." }
        guard parts.scheme == "https" || isInsecure || URLHost(host).isLoopback else {
            return "--cloud is reached without TLS; use https, or --insecure if nobody listens in."
        }
        return nil
    }
}

extension ScriptNotification {
    /// Marks the notification as one whose script waits for the answer.
    package mutating func setAsker() { content.asker = .waiting }
}
