import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A real HTTP server on a port of its own whose every byte a test writes.
///
/// It reads one request a connection and closes it when the script returns.
final class ScriptedServer: Sendable {
    /// What a client sent.
    struct Request: Sendable {
        var line = ""
        var headers: [String: String] = [:]
        var body: [UInt8] = []
        var path: String { line.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
    }

    /// Sends bytes to the client; throws when it is gone.
    typealias Write = @Sendable ([UInt8]) async throws -> Void
    typealias Script = @Sendable (Request, Write) async throws -> Void

    let port: Int
    private let journal = Mutex<[Request]>([])

    private init(port: Int) { self.port = port }

    /// The requests so far, in the order of their arrival.
    var requests: [Request] { journal.withLock { $0 } }
    var origin: String { "http://127.0.0.1:\(port)" }

    /// Runs a test beside a server that answers with a script.
    static func run<Value: Sendable>(
        _ script: @escaping Script,
        _ body: (ScriptedServer) async throws -> Value
    ) async throws -> Value {
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let server = ScriptedServer(port: listener.channel.localAddress?.port ?? 0)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await listener.executeThenClose { connections in
                    try await withThrowingDiscardingTaskGroup { connectionGroup in
                        for try await connection in connections {
                            connectionGroup.addTask { await server.serve(connection, script) }
                        }
                    }
                }
            }
            let value = try await body(server)
            group.cancelAll()
            return value
        }
    }

    private func serve(_ connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>, _ script: @escaping Script) async {
        // A client that leaves, or a test that ends, breaks the connection; both are part of the script.
        try? await connection.executeThenClose { inbound, outbound in
            var iterator = inbound.makeAsyncIterator()
            var bytes: [UInt8] = []
            var request: Request?
            while request == nil, let more = try await iterator.next() {
                bytes += more.readableBytesView
                request = Self.parse(bytes)
            }
            guard let request else { return }
            journal.withLock { $0.append(request) }
            try await script(request) { bytes in try await outbound.write(ByteBuffer(bytes: bytes)) }
        }
    }

    /// Reads a request once it is there as a whole.
    private static func parse(_ bytes: [UInt8]) -> Request? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        var request = Request(line: lines[0])
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            request.headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        let length = request.headers["content-length"].flatMap { Int($0) } ?? 0
        let body = Array(text[end.upperBound...].utf8)
        guard body.count >= length else { return nil }
        request.body = Array(body.prefix(length))
        return request
    }
}

/// The bytes of an answer with a body.
func reply(_ status: String = "200 OK", _ headers: [String] = [], body: String = "") -> [UInt8] {
    reply(status, headers, bytes: Array(body.utf8))
}

func reply(_ status: String = "200 OK", _ headers: [String] = [], bytes: [UInt8]) -> [UInt8] {
    let lines = ["HTTP/1.1 \(status)", "Connection: close", "Content-Length: \(bytes.count)"] + headers
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + bytes
}
