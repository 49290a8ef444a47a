import AsyncPrimitives
import Glibc
import JSON
import JSONRPC
import Synchronization
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct PipeTransportTests {
    /// Creates a transport whose other side is two descriptors.
    private func makeTransport(
        lineLimit: Int = 1 << 20,
        queueLimit: Int = 8 << 20,
        meter: ReadingMeter? = nil
    ) throws -> (PipeTransport, read: Int32, write: Int32) {
        let (there, back) = (try TransportKind.makePipe(), try TransportKind.makePipe())
        let transport = PipeTransport(
            input: back.read,
            output: there.write,
            lineLimit: lineLimit,
            queueLimit: queueLimit,
            meter: meter
        )
        return (transport, there.read, back.write)
    }

    private func write(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }

    @Test func beyondItsBudgetNothingIsReadAndWritingAndClosingGoOn() async throws {
        let meter = ReadingMeter(TokenBucket(burst: .seconds(1), rate: 0.1))
        let (transport, read, write) = try makeTransport(meter: meter)
        defer { for descriptor in [read, write] { close(descriptor) } }
        meter.charge(.seconds(1000))
        self.write("late\n", to: write)
        let (lines, line) = AsyncStream<[UInt8]>.makeStream()
        let (drains, drain) = AsyncStream<Void>.makeStream()
        let sent = [UInt8](repeating: UInt8(ascii: "x"), count: 99_999) + [UInt8(ascii: "\n")]
        transport.send(sent)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await transport.run {
                    line.yield($0)
                } onDrain: {
                    drain.yield()
                }
                line.finish()
            }
            var left = sent.count
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while left > 0 {
                let count = Glibc.read(read, &buffer, buffer.count)
                try #require(count > 0)
                left -= count
            }
            // The thread that wrote the rest would have read by then, since there was something to read.
            for await _ in drains { break }
            transport.close(reason: nil)
            try await group.waitForAll()
        }
        #expect(await lines.reduce(0) { count, _ in count + 1 } == 0)
    }

    @Test(arguments: [(ReadingMeter(TokenBucket(burst: .seconds(1), rate: 0.1)), Int32(10)), (nil, 0)])
    func whatIsMeteredIsReadWhileNobodyWaits(meter: ReadingMeter?, niceness: Int32) async throws {
        let (transport, read, write) = try makeTransport(meter: meter)
        defer { close(read) }
        self.write("line\n", to: write)
        close(write)
        let niceValues = Mutex<[Int32]>([])
        try await transport.run { _ in
            let own = nice(0)
            niceValues.withLock { $0.append(own) }
        }
        #expect(niceValues.withLock(\.self) == [nice(0) + niceness])
    }

    @Test func theEndOfTheOtherSideIsNoticedBeyondTheBudget() async throws {
        let meter = ReadingMeter(TokenBucket(burst: .seconds(1), rate: 0.1))
        let (transport, read, write) = try makeTransport(meter: meter)
        defer { close(read) }
        meter.charge(.seconds(1000))
        self.write("last\n", to: write)
        close(write)
        let (lines, line) = AsyncStream<[UInt8]>.makeStream()
        try await withTimeLimit(on: "the end of the stream") { try await transport.run { line.yield($0) } }
        line.finish()
        #expect(await lines.reduce(into: []) { $0.append($1) } == [Array("last".utf8)])
    }

    @Test func readingGoesOnWhileTheOtherSideDoesNotReadUntilTheQueueIsFull() async throws {
        let (transport, read, write) = try makeTransport(queueLimit: 1 << 20)
        defer { for descriptor in [read, write] { close(descriptor) } }
        let (lines, continuation) = AsyncStream<[UInt8]>.makeStream()
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 99_999) + [UInt8(ascii: "\n")]
        await withTaskGroup(of: TransportError?.self) { group in
            group.addTask {
                do throws(TransportError) { try await transport.run { continuation.yield($0) } } catch { return error }
                return nil
            }
            // The pipe holds 64 KiB; the rest waits.
            for _ in 0..<9 { transport.send(line) }
            #expect(transport.isCongested)
            self.write("still\n", to: write)
            var iterator = lines.makeAsyncIterator()
            #expect(await iterator.next() == Array("still".utf8))
            for _ in 0..<9 { transport.send(line) }
            let error = await group.next()
            #expect(error??.code == .overflow)
        }
    }

    @Test func whatWaitsLeavesWhenTheOtherSideReads() async throws {
        let (transport, read, write) = try makeTransport()
        defer { close(read) }
        let (drains, continuation) = AsyncStream<Void>.makeStream()
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 299_999) + [UInt8(ascii: "\n")]
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                try? await transport.run { _ in
                } onDrain: {
                    continuation.yield()
                }
            }
            transport.send(line)
            #expect(transport.isCongested)
            group.addTask {
                var total = 0
                var buffer = [UInt8](repeating: 0, count: 65536)
                while total < line.count {
                    let count = Glibc.read(read, &buffer, buffer.count)
                    guard count > 0 else { break }
                    total += count
                }
                #expect(total == line.count)
            }
            for await _ in drains { break }
            #expect(!transport.isCongested)
            close(write)
        }
    }

    @Test func aLineThatIsTooLongEndsTheStream() async throws {
        let (transport, read, write) = try makeTransport(lineLimit: 10)
        defer { for descriptor in [read, write] { close(descriptor) } }
        self.write("0123456789\n0123456789a", to: write)
        let collected = LineRecorder()
        let error = await #expect(throws: TransportError.self) { try await transport.run { collected.add($0) } }
        #expect(error?.code == .lineTooLong)
    }

    @Test func theEndOfTheInputIsTheEnd() async throws {
        let (transport, read, write) = try makeTransport()
        defer { close(read) }
        self.write("a\nb\nunfinished", to: write)
        close(write)
        let collected = LineRecorder()
        try await transport.run { collected.add($0) }
        #expect(collected.lines == ["a", "b"])
    }

    @Test func writingToASideThatIsGoneIsNoErrorOfItsOwn() async throws {
        let (transport, read, write) = try makeTransport()
        close(read)
        for _ in 0..<100 { transport.send([UInt8](repeating: 10, count: 10_000)) }
        close(write)
        try await transport.run { _ in }
    }

    @Test func closingEndsARunThatWaits() async throws {
        let (transport, read, write) = try makeTransport()
        defer { for descriptor in [read, write] { close(descriptor) } }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                let error = await #expect(throws: TransportError.self) { try await transport.run { _ in } }
                #expect(error?.message == "enough")
            }
            transport.close(reason: TransportError(.protocolViolation, "enough"))
        }
    }

    @Test func cancellingTheTaskEndsTheConnection() async throws {
        let (transport, read, write) = try makeTransport()
        defer { for descriptor in [read, write] { close(descriptor) } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await RPCConnection(transport: transport).run(Echo()) }
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    @Test func notificationsThatWaitAreMergedAndStayBeforeWhatComesLater() async throws {
        let (transport, read, write) = try makeTransport()
        let connection = RPCConnection(transport: transport)
        let big = JSONValue.string(String(repeating: "x", count: 200_000))
        connection.notify("big", ["text": big])
        for number in 1...3 {
            connection.notify(Progress(numbers: [number]), merging: "a") { older, newer in
                Progress(numbers: older.numbers + newer.numbers)
            }
        }
        connection.notify(Progress(numbers: [9]), merging: "b") { _, newer in newer }
        connection.notify("after", [:])
        connection.finishSending()
        let reader = PipeTransport(input: read, output: write)
        let recorder = Recorder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await connection.run(Echo()) }
            group.addTask { try await RPCConnection(transport: reader).run(recorder) }
            var seen: [String] = []
            for await event in recorder.events {
                guard case .notification(let method, let params) = event else { continue }
                seen.append(method == Progress.method ? params["numbers"]?.jsonText ?? "" : method)
                if method == "after" { break }
            }
            #expect(seen == ["big", "[1,2,3]", "[9]", "after"])
            try await group.waitForAll()
        }
    }
}
