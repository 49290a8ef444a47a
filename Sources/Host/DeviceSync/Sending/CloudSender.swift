import FoundationEssentials
package import HostModel
import JSON
import TodayProtocol

/// Sends messages to a cloud through Airship's API, like any other client.
package struct CloudSender: Sendable {
    /// Largest size of the cloud's response to a message, in bytes.
    private static let responseLimit = 64 * 1024
    /// Largest size of what the cloud says of a person, which has all tags, attributes and channels, in bytes.
    private static let personLimit = 4 * 1024 * 1024

    private let url: String
    private let appKey: String
    private let masterSecret: String

    /// Creates a sender for a cloud's address and the keys of one app.
    package init(url: String, appKey: String, masterSecret: String) {
        self.url = String(url.reversed().drop { $0 == "/" }.reversed())
        self.appKey = appKey
        self.masterSecret = masterSecret
    }

    /// Sends a message; when this returns, the message is on the cloud's disk.
    ///
    /// A failed request is not retried, because that could duplicate the message. The cloud accepts a message to a
    /// person whom it does not know, which nobody would get; so it is asked first.
    ///
    /// - Throws: ``CloudFailure`` with a whole sentence: `forbidden` for wrong keys, `notFound` for an unknown person,
    ///   `refused` with the reason, and `timedOut` if the cloud may or may not have accepted the message.
    package func send(
        _ message: OutgoingMessage,
        over transport: any CloudTransport
    ) async throws(CloudFailure) -> SentMessage {
        if case .person(let name) = message.audience, try await isUnknown(name, over: transport) {
            throw CloudFailure(.notFound, .cloudKnowsNoPerson(name))
        }
        let request = CloudRequest(
            method: "POST",
            url: url + "/api/push",
            headers: headers,
            body: Array(message.json.jsonText.utf8),
            responseLimit: Self.responseLimit
        )
        let response: CloudResponse
        do throws(CloudFailure) { response = try await transport.send(request) } catch { throw translated(error) }
        let answer = try? JSONValue(parsing: response.body, depthLimit: 32)
        guard (200..<300).contains(response.status) else { throw refusal(response.status, answer) }
        guard let push = answer?["push_ids"]?.arrayValue?.first?.stringValue else { throw malformed }
        return SentMessage(push: push, message: answer?["message_ids"]?.arrayValue?.first?.stringValue)
    }

    private var headers: [String: String] {
        let login = Data("\(appKey):\(masterSecret)".utf8).base64EncodedString()
        return [
            "Content-Type": "application/json", "Accept": "application/vnd.urbanairship+json; version=3",
            "Authorization": "Basic \(login)",
        ]
    }

    /// Returns `true` if the cloud says that it does not know a person; what it says of the message is left to the
    /// request that sends it.
    private func isUnknown(_ name: String, over transport: any CloudTransport) async throws(CloudFailure) -> Bool {
        let request = CloudRequest(
            method: "GET",
            url: url + "/api/named_users?id=" + PercentCoding.encode(name),
            headers: headers,
            responseLimit: Self.personLimit
        )
        let response: CloudResponse
        do throws(CloudFailure) { response = try await transport.send(request) } catch {
            switch error.code {
            case .tooLarge: return false
            case .timedOut:
                throw CloudFailure(.unreachable, .cloudTimedOutUnsent(url), cause: error)
            default: throw translated(error)
            }
        }
        // Another server may have no such route.
        guard response.status == 404, let answer = try? JSONValue(parsing: response.body, depthLimit: 32) else {
            return false
        }
        return answer["ok"] == false
    }

    private var malformed: CloudFailure {
        CloudFailure(.malformed, .cloudAnswerNotUnderstood(url))
    }

    private func translated(_ error: CloudFailure) -> CloudFailure {
        var failure =
            switch error.code {
            case .timedOut:
                CloudFailure(.timedOut, .sendingOutcomeUnknown(url))
            case .tooLarge, .malformed: malformed
            default: CloudFailure(error.code, .cloudUnreachableAt(url))
            }
        failure.cause = error.cause ?? error
        return failure
    }

    private func refusal(_ status: Int, _ answer: JSONValue?) -> CloudFailure {
        if status == 401 || status == 403 {
            return CloudFailure(.forbidden, .cloudRefusedAppKey(url))
        }
        let details = answer?["details"]
        guard var reason = details?["error"]?.stringValue ?? answer?["error"]?.stringValue else {
            return CloudFailure(.unavailable, .cloudAnsweredWithStatus(url, status: status))
        }
        if let path = details?["path"]?.stringValue { reason += " (\(path))" }
        return CloudFailure(.refused, .cloudRefusedMessage(reason))
    }
}
