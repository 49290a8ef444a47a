import AsyncPrimitives
import Foundation
import Testing
import TodayTestSupport

@testable import NATS

/// A channel on real servers.
@Suite(.timeLimit(.minutes(5))) struct NATSChannelTests {
    /// What a channel hears.
    private final class Events: Sendable {
        private let (events, input) = AsyncStream.makeStream(of: ListenerEvent.self)

        func add(_ event: ListenerEvent) { input.yield(event) }

        func finish() { input.finish() }

        /// Returns the next event; `nil` at the end, or if none comes.
        func next() async -> ListenerEvent? {
            try? await withTimeLimit(on: "an event") {
                for await event in self.events { return event }
                return nil
            }
        }
    }

    private struct Unexpected: Error, CustomStringConvertible {
        let description: String
    }

    private func withChannel(
        _ addresses: String,
        connectLimit: DispatchTimeInterval = .seconds(10),
        _ body: (NATSChannel, Events) async throws -> Void
    ) async throws {
        let channel = try NATSChannel(
            try NATSAddress.list(addresses),
            subject: "today.hints.test",
            connectLimit: connectLimit
        )
        let events = Events()
        channel.listen { events.add($0) }
        do { try await body(channel, events) } catch {
            await channel.close()
            throw error
        }
        await channel.close()
    }

    /// Returns the reason of the next event, which must be that a connection is lost or cannot be made.
    private func reason(_ events: Events) async throws -> String {
        let event = await events.next()
        guard case .disconnected(let reason)? = event else {
            throw Unexpected(description: "\(event as Any) instead of a disconnection")
        }
        return reason
    }

    /// Waits until a channel is connected.
    private func waitUntilConnected(_ events: Events) async {
        while let event = await events.next(), event != .connected {}
    }

    @Test func aTextReachesTheOthersAndNotTheSender() async throws {
        try await withTemporaryDirectory { folder in
            let server = try NATSServer(in: folder)
            try await withChannel(server.address()) { first, firstEvents in
                try await withChannel(server.address()) { second, secondEvents in
                    #expect(await firstEvents.next() == .connected)
                    #expect(await secondEvents.next() == .connected)
                    #expect(await first.send("from the first, ü"))
                    #expect(await second.send("from the second"))
                    #expect(await firstEvents.next() == .received("from the second"))
                    #expect(await secondEvents.next() == .received("from the first, ü"))
                }
            }
        }
    }

    @Test func itConnectsWhenTheServerIsStartedAndAgainAfterTheServerWasKilled() async throws {
        try await withTemporaryDirectory { folder in
            let server = try NATSServer(in: folder)
            server.kill()
            try await withChannel(server.address()) { channel, events async throws in
                #expect(try await reason(events) == "The NATS server at 127.0.0.1:\(server.port) does not answer.")
                #expect(await !channel.send("lost"))
                for _ in 0..<2 {
                    try server.start()
                    await waitUntilConnected(events)
                    server.kill()
                    #expect(try await reason(events).contains("is lost"))
                }
            }
        }
    }

    @Test func aServerThatIsAwayIsSkipped() async throws {
        try await withTemporaryDirectory { folder in
            let server = try NATSServer(in: folder)
            try await withChannel("nats://127.0.0.1:1,\(server.address())") { _, events async throws in
                let reason = try await reason(events)
                #expect(reason.contains("127.0.0.1:1 does not answer"), "\(reason)")
                #expect(await events.next() == .connected)
            }
        }
    }

    /// The library waits for such a server without an end.
    @Test func aServerThatDoesNotAnswerTheHandshakeIsSkipped() async throws {
        try await withTemporaryDirectory { folder in
            let (server, silentServer) = (try NATSServer(in: folder), try SilentServer())
            let silent = "The NATS server at 127.0.0.1:\(silentServer.port) accepts a connection, but"
            let addresses = "tls://127.0.0.1:\(silentServer.port),\(server.address())"
            try await withChannel(addresses, connectLimit: .seconds(2)) { _, events async throws in
                #expect(try await reason(events) == "\(silent) does not go on.")
                await waitUntilConnected(events)
                server.kill()
                #expect(try await reason(events).contains("is lost"))
                // Nothing waits for it a second time.
                #expect(try await reason(events) == "\(silent) does not go on.")
            }
        }
    }

    @Test func theCertificateMustBeForTheNameAndOfTheAuthority() async throws {
        try await withTemporaryDirectory { folder in
            let authority = try TestAuthority(in: folder)
            let server = try NATSServer(in: folder, configuration: authority.configuration)
            let right = "\(server.address("tls", host: "localhost"))?ca=\(authority.file)"
            try await withChannel(right) { _, events in #expect(await events.next() == .connected) }
            for address in [
                server.address("tls", host: "localhost"), "\(server.address("tls"))?ca=\(authority.file)",
                server.address(host: "localhost"),
            ] {
                try await withChannel(address) { _, events async throws in
                    let reason = try await reason(events)
                    #expect(reason.contains("has no certificate for") && reason.contains("ca=PATH"), "\(reason)")
                }
            }
        }
    }

    @Test func aServerWithoutTLSGetsNothingIfTLSIsWanted() async throws {
        try await withTemporaryDirectory { folder in
            let server = try NATSServer(in: folder)
            try await withChannel(server.address("tls")) { _, events async throws in
                let reason = try await reason(events)
                #expect(reason.contains("has no TLS") && reason.contains("?tls=off"), "\(reason)")
            }
        }
    }

    @Test func aUserComesWithAPasswordFromAFile() async throws {
        try await withTemporaryDirectory { folder in
            let rights = "publish: \"today.>\", subscribe: \"today.>\""
            let server = try NATSServer(
                in: folder,
                configuration: """
                    authorization { users: [
                        { user: ada, password: right, permissions: { \(rights) } }
                        { user: bob, password: right, permissions: { publish: "x", subscribe: "x" } }
                    ] }
                    """
            )
            for password in ["right", "wrong"] {
                try Data("\(password)\n".utf8).write(to: URL(filePath: "\(folder)/\(password)"))
            }
            func address(_ user: String, _ password: String) -> String {
                "nats://\(user)@127.0.0.1:\(server.port)?passfile=\(folder)/\(password)"
            }
            try await withChannel(address("ada", "right")) { _, events async throws in
                #expect(await events.next() == .connected)
            }
            for refused in [address("ada", "wrong"), server.address()] {
                try await withChannel(refused) { _, events async throws in
                    let reason = try await reason(events)
                    #expect(reason.contains("refuses") && reason.contains("passfile=PATH"), "\(reason)")
                }
            }
            try await withChannel(address("bob", "right")) { _, events async throws in
                let reason = try await reason(events)
                #expect(reason.contains("does not permit") && reason.contains("today.hints.test"), "\(reason)")
            }
        }
    }

    @Test func filesThatCannotBeReadAreNamed() async throws {
        try await withTemporaryDirectory { folder in
            try Data("\n".utf8).write(to: URL(filePath: "\(folder)/empty"))
            for (address, part) in [
                ("tls://localhost?ca=\(folder)/none", "/none has no certificates"),
                ("tls://localhost?ca=\(folder)/empty", "/empty has no certificates"),
                ("nats://localhost?creds=\(folder)/none", "/none cannot be read: No such file"),
                ("nats://ada@localhost?passfile=\(folder)/none", "/none cannot be read: No such file"),
                ("nats://ada@localhost?passfile=\(folder)/empty", "/empty has no password"),
            ] {
                let servers = try NATSAddress.list(address)
                let error = #expect(throws: NATSError.self) { try NATSChannel(servers, subject: "x") }
                let message = error?.message ?? ""
                #expect(message.contains(part), "\(message)")
            }
        }
    }

    @Test func aClosedChannelHearsNothing() async throws {
        try await withTemporaryDirectory { folder in
            let server = try NATSServer(in: folder)
            try await withChannel(server.address()) { first, firstEvents in
                #expect(await firstEvents.next() == .connected)
                let events = Events()
                let second = try NATSChannel(try NATSAddress.list(server.address()), subject: "today.hints.test")
                second.listen { events.add($0) }
                #expect(await events.next() == .connected)
                await second.close()
                #expect(await !second.send("lost"))
                #expect(await first.send("unheard"))
                events.finish()
                #expect(await events.next() == nil)
            }
        }
    }
}

/// A server that says that it has TLS, and then nothing more.
private final class SilentServer: Sendable {
    let port: Int
    private let listener: Int32

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isListening = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, size) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, pointer, &size) == 0
            }
        }
        guard isListening else { throw POSIXError(.EADDRINUSE) }
        port = Int(in_port_t(bigEndian: name.sin_port))
        Thread.detachNewThread {
            var connections: [Int32] = []
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                let text = "INFO {\"server_id\":\"x\",\"max_payload\":1048576,\"tls_required\":true}\r\n"
                _ = text.withCString { write(connection, $0, strlen($0)) }
                connections.append(connection)
            }
            for connection in connections { close(connection) }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}
