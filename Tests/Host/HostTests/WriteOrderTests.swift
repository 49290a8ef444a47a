import Dispatch
import Glibc
import HostStorage
import JSON
import JSONRPC
import Synchronization
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// Law 1: what a process asks starts in the order it was sent, however closely it was sent.
@Suite(.timeLimit(.minutes(5))) struct WriteOrderTests {
    private static let count = 200

    /// A line that sets a key to a number.
    private func set(_ number: Int) throws -> [UInt8] {
        let request = DefaultsSetRequest(group: SessionFixture.group, key: "n", value: .integer(number))
        return try line(DefaultsSetRequest.method, JSONValue(encoding: request), id: 2 * number)
    }

    /// A line that asks for the key's value.
    private func get(_ number: Int) throws -> [UInt8] {
        let request = DefaultsGetRequest(group: SessionFixture.group, key: "n")
        return try line(DefaultsGetRequest.method, JSONValue(encoding: request), id: 2 * number + 1)
    }

    private func line(_ method: String, _ params: JSONValue, id: Int) throws -> [UInt8] {
        let message: JSONValue = ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params]
        return Array(message.jsonText.utf8)
    }

    /// The values that the process was told of, in order.
    private func told(_ fixture: SessionFixture) async throws -> [PropertyValue] {
        // Its answer comes behind whatever the host told before.
        _ = try await fixture.process.call(
            DefaultsGetRequest(group: SessionFixture.group, key: "n"),
            deadline: .seconds(60)
        )
        return fixture.told.changes.compactMap { $0.values["n"] }
    }

    /// Expects the numbers that were set, each at its place; says no more than the first that is not.
    private func expectInOrder(
        _ values: [PropertyValue?],
        _ name: Comment,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let wrong = values.indices.first { values[$0] != .integer($0) }.map { (place: $0, value: values[$0]) }
        #expect(wrong == nil, name, sourceLocation: sourceLocation)
        #expect(values.count == Self.count, name, sourceLocation: sourceLocation)
    }

    @Test func aWriteHasItsPlaceInTheOrderBeforeTheNextLineIsRead() async throws {
        try await withSession { fixture in
            let transport = HandDelivery()
            let connection = RPCConnection(transport: transport)
            let store = fixture.store.durable
            let seen = Mutex<[PropertyValue?]>([])
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await connection.run(fixture.session) }
                let receive = try await withTimeLimit(on: "a connection that reads") { await transport.reader() }
                let lines = try (0..<Self.count).map { try set($0) }
                try await holdingWriter(of: store) {
                    for line in lines {
                        receive(line)
                        // Handed in by the same thread: it sees the write unless that takes its place later.
                        store.enqueueRead {
                            try $0.defaultsEntry(for: "n", of: SessionFixture.group)?.value
                        } completion: { result in
                            seen.withLock { $0.append(try? result.get()) }
                        }
                    }
                }
                transport.close(reason: nil)
                try await group.waitForAll()
            }
            expectInOrder(seen.withLock(\.self), "seen")
            expectInOrder(try await told(fixture), "told")
        }
    }

    @Test func setsAndReadsThatComeInOneWriteKeepTheirOrder() async throws {
        try await withSession { fixture in
            var (there, back): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
            try #require(pipe(&there) == 0 && pipe(&back) == 0)
            let connection = RPCConnection(transport: PipeTransport(input: there[0], output: back[1]))
            let process = PipeTransport(input: back[0], output: there[1])
            var chunk: [UInt8] = []
            for number in 0..<Self.count {
                for line in [try set(number), try get(number)] { chunk += line + [UInt8(ascii: "\n")] }
            }
            // So that one write is one read of the other side.
            try #require(chunk.count < 60_000)
            let (answers, answered) = AsyncStream<[UInt8]>.makeStream()
            let values = try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await connection.run(fixture.session) }
                group.addTask { try await process.run { answered.yield($0) } }
                defer {
                    process.close(reason: nil)
                    connection.close()
                }
                process.send(chunk)
                return try await withTimeLimit(on: "the answers to 200 sets and 200 reads") {
                    var values: [PropertyValue?] = []
                    for await answer in answers {
                        let message = try JSONValue(parsing: answer)
                        guard let result = message["result"], let id = message["id"]?.integerValue else {
                            Issue.record("\(String(decoding: answer, as: UTF8.self))")
                            continue
                        }
                        if id % 2 == 1 { values.append(try (result.decode() as DefaultsGetRequest.Reply).value) }
                        if values.count == Self.count { break }
                    }
                    return values
                }
            }
            expectInOrder(values, "read")
            expectInOrder(try await told(fixture), "told")
        }
    }

    /// Holds a store's writer while `body` hands operations in, and returns when they are done.
    private func holdingWriter(of store: DurableStore, _ body: () -> Void) async throws {
        let gate = DispatchSemaphore(value: 0)
        store.enqueueRead { _ in
            // Left open behind it, since a read may run twice.
            gate.wait()
            gate.signal()
        } completion: { _ in
        }
        body()
        gate.signal()
        _ = try await store.read { _ in }
    }
}

/// A transport over which a test delivers each line itself, on its own thread; what is sent is dropped.
private final class HandDelivery: LineTransport {
    typealias Reader = @Sendable ([UInt8]) -> Void

    private let readers: AsyncStream<Reader>
    private let begin: AsyncStream<Reader>.Continuation
    private let ended: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation

    init() {
        (readers, begin) = AsyncStream.makeStream()
        (ended, end) = AsyncStream.makeStream()
    }

    /// What takes the lines, once the connection reads.
    func reader() async -> Reader {
        for await reader in readers { return reader }
        return { _ in }
    }

    func run(
        receive: @escaping Reader,
        onDrain: @escaping @Sendable () -> Void
    ) async throws(TransportError) {
        begin.yield(receive)
        for await _ in ended {}
    }

    func send(_ line: [UInt8]) {}
    var isCongested: Bool { false }
    func finishSending() {}
    func close(reason: TransportError?) { end.finish() }
}
