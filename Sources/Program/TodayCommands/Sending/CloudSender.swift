import ArgumentParser
import AsyncHTTPClient
import Foundation
import JSON
import NIOCore
import NIOHTTP1
import NetworkAddresses

/// Sends messages to a cloud through Airship's API, like any other client.
struct CloudSender: Sendable {
    /// The time within which the cloud must answer.
    private static let deadline = TimeAmount.seconds(30)
    /// The largest size of its answer in bytes.
    private static let responseLimit = 64 * 1024

    private let url: String
    private let appKey: String
    private let masterSecret: String

    /// Creates a sender for a cloud's address and the keys of one app.
    init(url: String, appKey: String, masterSecret: String) {
        self.url = String(url.reversed().drop { $0 == "/" }.reversed())
        self.appKey = appKey
        self.masterSecret = masterSecret
    }

    /// Sends a message, which is on the cloud's disk when this returns.
    ///
    /// A failed request is not repeated, since that could duplicate the message.
    ///
    /// - Throws: ``CommandError`` if the cloud refuses the message or cannot be reached.
    func send(_ message: OutgoingMessage) async throws(CommandError) -> SentReport {
        var request = HTTPClientRequest(url: url + "/api/push")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "Accept", value: "application/vnd.urbanairship+json; version=3")
        let login = Data("\(appKey):\(masterSecret)".utf8).base64EncodedString()
        request.headers.add(name: "Authorization", value: "Basic \(login)")
        request.body = .bytes(ByteBuffer(string: message.json.jsonText))
        let (status, answer) = try await execute(request)
        guard (200..<300).contains(status) else { throw refusal(status, answer) }
        guard let push = answer?["push_ids"]?.arrayValue?.first?.stringValue else {
            throw CommandError("The answer of the cloud at \(url) cannot be understood; is it a cloud?")
        }
        return SentReport(push: push, message: answer?["message_ids"]?.arrayValue?.first?.stringValue)
    }

    /// The client of all requests; it follows no redirects, which could send the secret to another server.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.redirectConfiguration = .disallow
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    private func execute(_ request: HTTPClientRequest) async throws(CommandError) -> (Int, JSONValue?) {
        do {
            let response = try await Self.client.execute(request, timeout: Self.deadline)
            let body = try await response.body.collect(upTo: Self.responseLimit)
            return (Int(response.status.code), try? JSONValue(parsing: body.readableBytesView))
        } catch let error as HTTPClientError where error == .deadlineExceeded {
            throw CommandError("The cloud at \(url) did not answer in time; whether it took the message is not known.")
        } catch {
            throw CommandError("The cloud at \(url) cannot be reached; is it running there?", cause: error)
        }
    }

    private func refusal(_ status: Int, _ answer: JSONValue?) -> CommandError {
        if status == 401 || status == 403 {
            return CommandError("The cloud at \(url) does not know this app key with this master secret.")
        }
        let details = answer?["details"]
        let reason = details?["error"]?.stringValue ?? answer?["error"]?.stringValue
        let path = details?["path"]?.stringValue.map { " (\($0))" } ?? ""
        guard let reason else { return CommandError("The cloud at \(url) answers with the status \(status).") }
        return CommandError("The cloud refuses the message: \(reason)\(path)")
    }
}

/// The options of a command that can send through another cloud than the host's.
package struct CloudOptions: ParsableArguments {
    @Option(name: .customLong("cloud"), help: ArgumentHelp("The address of the cloud.", valueName: "URL"))
    var url: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The app's key, which is not secret.", valueName: "KEY"))
    var appKey: String?

    @Flag(help: "Read the app's master secret from the first line of standard input.")
    var masterSecretStdin = false

    @Flag(help: "Send also over plain HTTP to another machine, where others can read the secret.")
    var insecure = false

    package init() {}

    package func validate() throws {
        guard let url else {
            guard appKey == nil, !masterSecretStdin, !insecure else {
                throw ValidationError("--app-key, --master-secret-stdin and --insecure go with --cloud.")
            }
            return
        }
        guard let parts = URL(string: url), let host = parts.host(), !host.isEmpty, parts.user() == nil,
            parts.password() == nil, parts.query() == nil, parts.fragment() == nil,
            parts.scheme == "https" || parts.scheme == "http"
        else { throw ValidationError("--cloud is an address such as https://push.example.org.") }
        guard parts.scheme == "https" || insecure || URLHost(host).isLoopback else {
            throw ValidationError("--cloud is reached without TLS; use https, or --insecure if nobody listens in.")
        }
        guard let appKey, !appKey.isEmpty, masterSecretStdin else {
            throw ValidationError("With --cloud give --app-key KEY and --master-secret-stdin.")
        }
        guard !appKey.contains(":") else { throw ValidationError("--app-key has a colon, which no key has.") }
    }

    /// Returns the sender for the cloud in the options, or `nil` if they name none.
    ///
    /// - Throws: ``CommandError`` if standard input has no secret.
    func sender(in context: CommandContext) throws(CommandError) -> CloudSender? {
        guard let url, let appKey else { return nil }
        guard let secret = context.console.readLine(), !secret.isEmpty else {
            throw CommandError("Standard input has no master secret in its first line.")
        }
        return CloudSender(url: url, appKey: appKey, masterSecret: secret)
    }
}
