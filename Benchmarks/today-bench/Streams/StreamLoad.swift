import Foundation
import Glibc
import JSON

/// Holds many streams of one server open on one thread, sends events, and reports how long they took.
///
/// It reads commands (``LoadCommand``) from standard input and answers each with a line of JSON. It ends at the end of
/// its input.
final class StreamLoad {
    /// The number of streams that are opened at the same time.
    private static let window = 128
    /// The time limit of each step.
    private static let limit = Duration.seconds(240)
    private static let bufferSize = 256 * 1024
    /// The number of standard input among the descriptors.
    private static let input = Int(Int32.max)

    private let plan: LoadPlan
    private let poller: Poller
    private let buffer: UnsafeMutableRawBufferPointer
    private var streams: [LoadStream] = []
    private var senders: [LoadSender] = []
    private var openCount = 0
    private var delivered = 0
    private var bytes = 0
    /// Whether standard input has an unread command or has ended.
    private var isAsked = false
    /// The number of unsent requests, and of requests without a response.
    private var unsent = 0
    private var unanswered = 0

    /// Runs a plan until standard input ends.
    static func run(plan file: String) throws {
        try StreamLoad(plan: LoadPlan(file: file)).run()
    }

    private init(plan: LoadPlan) throws {
        self.plan = plan
        poller = try Poller()
        buffer = .allocate(byteCount: Self.bufferSize, alignment: 16)
    }

    deinit {
        buffer.deallocate()
        for file in streams.map(\.file) + senders.map(\.file) { close(file) }
    }

    private func run() throws {
        let begin = ContinuousClock.now
        try openStreams()
        answer(["open": .integer(openCount), "seconds": .real((ContinuousClock.now - begin) / .seconds(1))])
        try poller.addReader(STDIN_FILENO, number: Self.input)
        while true {
            // Unrequested data, such as heartbeats, is read meanwhile.
            while !isAsked { try poller.wait(milliseconds: 1000, serve) }
            isAsked = false
            guard let line = readLine() else { return }
            switch LoadCommand(line) {
            case .broadcast(let rounds): try broadcast(rounds)
            case .flood(let count, let senders): try flood(count, senders: senders)
            case nil: throw LoadError("\"\(line)\" is no command.")
            }
        }
    }

    // MARK: - Commands

    private func broadcast(_ rounds: Int) throws {
        try connectSenders(1)
        var accepted: [JSONValue] = []
        var reached: [JSONValue] = []
        for _ in 0..<rounds {
            let goal = delivered + streams.count
            let begin = ContinuousClock.now
            var acceptance: Duration?
            (unsent, unanswered) = (1, 0)
            try sendNext(0)
            try wait("an event to reach \(streams.count) streams") {
                if unanswered == 0, acceptance == nil { acceptance = ContinuousClock.now - begin }
                return unanswered == 0 && delivered >= goal
            }
            accepted.append(.real((acceptance ?? .zero).milliseconds))
            reached.append(.real((ContinuousClock.now - begin).milliseconds))
        }
        try checkEveryStream()
        answer(["accepted": .array(accepted), "reached": .array(reached)])
    }

    private func flood(_ count: Int, senders number: Int) throws {
        try connectSenders(number)
        let goal = delivered + count * streams.count
        let before = bytes
        let begin = ContinuousClock.now
        var acceptance: Duration?
        (unsent, unanswered) = (count, 0)
        for index in 0..<min(number, count) { try sendNext(index) }
        try wait("\(count) events to reach \(streams.count) streams") {
            if unsent == 0, unanswered == 0, acceptance == nil { acceptance = ContinuousClock.now - begin }
            return acceptance != nil && delivered >= goal
        }
        let reached = ContinuousClock.now - begin
        try checkEveryStream()
        answer([
            "accepted": .real(Double(count) / ((acceptance ?? reached) / .seconds(1))),
            "delivered": .real(Double(count * streams.count) / (reached / .seconds(1))),
            "bytes": .real(Double(bytes - before) / Double(count * streams.count)),
        ])
    }

    /// Checks that every stream has received every event once.
    private func checkEveryStream() throws {
        let uneven = streams.filter { $0.events * streams.count != delivered }.count
        guard uneven == 0 else { throw LoadError("\(uneven) streams have got other events than the rest.") }
    }

    // MARK: - Connections

    private func openStreams() throws {
        streams.reserveCapacity(plan.streams.count)
        try wait("\(plan.streams.count) streams to open") {
            while streams.count < plan.streams.count, streams.count - openCount < Self.window {
                let file = try LoadSocket.connect(to: plan.port)
                streams.append(LoadStream(file: file))
                try poller.addWriter(file, number: streams.count - 1)
            }
            return openCount == plan.streams.count
        }
    }

    private func connectSenders(_ count: Int) throws {
        while senders.count < count {
            let file = try LoadSocket.connect(to: plan.port)
            senders.append(LoadSender(file: file))
            try poller.addWriter(file, number: streams.count + senders.count - 1)
        }
        try wait("\(count) senders to connect") { senders.allSatisfy(\.isConnected) }
    }

    private func sendNext(_ sender: Int) throws {
        guard unsent > 0 else { return }
        unsent -= 1
        unanswered += 1
        senders[sender].isWaiting = true
        try LoadSocket.write(plan.send, to: senders[sender].file)
    }

    // MARK: - The loop

    private func wait(_ what: String, until isDone: () throws -> Bool) throws {
        let begin = ContinuousClock.now
        while try !isDone() {
            guard ContinuousClock.now - begin < Self.limit else {
                throw LoadError(
                    "Waited \(Self.limit.components.seconds) s for \(what); \(openCount) are open, \(delivered) came."
                )
            }
            try poller.wait(milliseconds: 1000, serve)
            guard !isAsked else { throw LoadError("Whoever asked for the load has gone.") }
        }
    }

    private func serve(_ readiness: Poller.Readiness) throws {
        guard readiness.number != Self.input else { return isAsked = true }
        let sender = readiness.number - streams.count
        let file = sender < 0 ? streams[readiness.number].file : senders[sender].file
        if readiness.isWritable {
            try poller.makeReader(file, number: readiness.number)
            if sender < 0 {
                streams[readiness.number].stage = .opening
                try LoadSocket.write(plan.streams[readiness.number], to: file)
            } else {
                senders[sender].isConnected = true
            }
            return
        }
        let count = read(file, buffer.baseAddress, buffer.count)
        guard count > 0 else {
            if count < 0, errno == EAGAIN { return }
            guard sender >= 0, !senders[sender].isWaiting else {
                throw LoadError(
                    "The server closed \(sender < 0 ? "a stream" : "a sender's connection"); \(openCount) were open."
                )
            }
            // A server does not keep connections open forever without requests.
            close(file)
            senders[sender] = LoadSender(file: try LoadSocket.connect(to: plan.port))
            return try poller.addWriter(senders[sender].file, number: readiness.number)
        }
        let part = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if sender < 0 {
            bytes += count
            let wasOpen = streams[readiness.number].stage == .open
            delivered += try streams[readiness.number].take(part)
            if !wasOpen, streams[readiness.number].stage == .open { openCount += 1 }
        } else if try senders[sender].take(part) {
            unanswered -= 1
            try sendNext(sender)
        }
    }

    private func answer(_ json: JSONValue) {
        print(json.jsonText)
        fflush(nil)
    }
}
