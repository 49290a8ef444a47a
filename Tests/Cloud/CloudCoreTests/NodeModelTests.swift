import Foundation
import Testing
import TodayTestSupport

@testable import CloudCore
@testable import CloudStorage

/// A cloud of three nodes on one database, all in one process and in steps that a seed chooses: numbering, leases and
/// hints by the product's own state machines (`DeviceProgress`, `Leases`, `Hint`), the database by a model of its locks.
///
/// Each step may be delayed, repeated or lost, and nodes fail. With `TODAY_FULL=1` it runs 100,000 seeds.
@Suite(.timeLimit(.minutes(10))) struct NodeModelTests {
    private static let seeds = ProcessInfo.processInfo.environment["TODAY_FULL"] == nil ? 500 : 100_000

    @Test func everyPushComesOnceAndInOrderWhateverHappens() {
        let start = UInt64.random(in: 0 ... .max / 2)
        for seed in start..<(start + UInt64(Self.seeds)) {
            var model = CloudModel(seed: seed)
            let problems = model.run()
            #expect(problems.isEmpty, "seed \(seed): \(problems)")
            if !problems.isEmpty { return }
        }
    }

    /// Each promise that is broken on purpose is found.
    @Test(arguments: CloudModel.Fault.allCases) func aBrokenPromiseIsFound(fault: CloudModel.Fault) {
        let found = (0..<1_000).contains { seed in
            var model = CloudModel(seed: UInt64(seed), fault: fault)
            return !model.run().isEmpty
        }
        #expect(found)
    }
}

struct CloudModel {
    enum Fault: CaseIterable {
        /// The fan-out does not check that the push is where it was when its page was read.
        case cursorIsNotChecked
        /// A device's number is read before the row is locked.
        case numbersAreNotLocked
        /// A lease counts from the answer of the database.
        case leaseCountsFromTheAnswer
        /// A stream writes any later event, also after a gap.
        case gapsAreIgnored
        /// Nothing looks at the database without a hint.
        case hintsAreTrusted
    }

    private struct Push {
        let id: Int
        var cursor = 0
        var isDone = false
    }

    /// A page of a push that a node has read and not delivered yet.
    private struct Page {
        let push: Int
        let cursor: Int
        let numbers: [Int64]
    }

    private struct Connection {
        var progress: DeviceProgress
        /// The position after which the store is to be read.
        var wanted: Int64?
        /// The answers of the store that have not come yet.
        var answers: [[DeviceEvent]] = []
        var isWritable = true
    }

    private struct Node {
        var leases = Leases(term: .seconds(5))
        var request: Duration?
        var pages: [Page] = []
        /// Events for one device that are added beside the fan-out, with the last numbers at the beginning of the write.
        var appends: [(device: Int, numbers: [Int64])] = []
        var connections: [Int: Connection] = [:]
        /// What its own commits and the hints of others have told, in the order in which it comes.
        var news: [DeviceEvent] = []
        var hints: [Hint] = []
    }

    private static let pageSize = 2
    private static let readLimit = 3
    /// The content of the events that are not of pushes.
    private static let other = "other"

    private var random: RandomNumbers
    private let fault: Fault?
    private var time = Duration.zero
    private var lease: (owner: Int, end: Duration)?
    private var pushes: [Push] = []
    /// The events that are stored, and the last number, of each device.
    private var events: [[DeviceEvent]]
    private var last: [Int64]
    /// What each device has received.
    private var received: [[DeviceEvent]]
    private var nodes = [Node(), Node(), Node()]
    private var problems: [String] = []

    init(seed: UInt64, fault: Fault? = nil) {
        random = RandomNumbers(state: seed)
        self.fault = fault
        let devices = 4
        events = Array(repeating: [], count: devices)
        last = Array(repeating: 0, count: devices)
        received = Array(repeating: [], count: devices)
    }

    mutating func run() -> [String] {
        for device in events.indices { connect(device) }
        for _ in 0..<120 where problems.isEmpty { step() }
        settle()
        check()
        return problems
    }

    private mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    private mutating func step() {
        time += .milliseconds(pick(900))
        checkLeases()
        let node = pick(nodes.count)
        switch pick(14) {
        case 0, 1: pushes.append(Push(id: pushes.count))
        case 2, 3: beginPage(on: node)
        case 4, 5: deliverPage(on: node)
        case 6: askForLease(on: node)
        case 7: answerLease(of: node)
        case 8: takeNews(on: node)
        case 9: takeHint(on: node)
        case 10, 11: read(on: node)
        case 12: setWritable(on: node)
        default:
            switch pick(8) {
            case 0: fail(node)
            case 1: look(on: node)
            case 2: acknowledge(pick(events.count))
            case 3: nodes[node].appends.append((pick(events.count), last))
            case 4: append(on: node)
            default: connect(pick(events.count))
            }
        }
    }

    // MARK: - The fan-out

    private mutating func beginPage(on node: Int) {
        guard let push = pushes.firstIndex(where: { !$0.isDone }) else { return }
        nodes[node].pages.append(Page(push: push, cursor: pushes[push].cursor, numbers: last))
    }

    private mutating func deliverPage(on node: Int) {
        guard !nodes[node].pages.isEmpty else { return }
        let place = pick(nodes[node].pages.count)
        let page = nodes[node].pages.remove(at: place)
        guard fault == .cursorIsNotChecked || pushes[page.push].cursor == page.cursor, !pushes[page.push].isDone else {
            return
        }
        let devices = page.cursor..<min(page.cursor + Self.pageSize, events.count)
        for device in devices { add("\(pushes[page.push].id)", to: device, on: node, page.numbers) }
        pushes[page.push].cursor = devices.upperBound
        pushes[page.push].isDone = devices.upperBound == events.count
    }

    private mutating func append(on node: Int) {
        guard let first = nodes[node].appends.first else { return }
        nodes[node].appends.removeFirst()
        add(Self.other, to: first.device, on: node, first.numbers)
    }

    /// Adds an event, and tells the node and, if that is not lost, the others.
    private mutating func add(_ body: String, to device: Int, on node: Int, _ numbers: [Int64]) {
        last[device] = fault == .numbersAreNotLocked ? numbers[device] + 1 : last[device] + 1
        let content = EventContent(kind: "push", body: body, expires: .distantFuture)
        let event = DeviceEvent(device: Self.number(device), sequence: last[device], content: content)
        events[device].append(event)
        let place = pick(nodes[node].news.count + 1)
        nodes[node].news.insert(event, at: place)
        var hint = Hint()
        hint.add(CommittedChanges(events: [event]))
        for other in nodes.indices where other != node {
            // Lost, sent or repeated.
            for _ in 0..<pick(3) {
                let place = pick(nodes[other].hints.count + 1)
                nodes[other].hints.insert(hint, at: place)
            }
        }
    }

    // MARK: - Leases

    private mutating func askForLease(on node: Int) {
        if nodes[node].leases.isDue(.pushes, at: time), nodes[node].request == nil { nodes[node].request = time }
    }

    private mutating func answerLease(of node: Int) {
        guard let asked = nodes[node].request else { return }
        nodes[node].request = nil
        guard lease == nil || lease?.owner == node || time >= lease?.end ?? .zero else {
            nodes[node].leases.lose(.pushes)
            return
        }
        lease = (node, time + .seconds(5))
        // The answer takes a while.
        time += .milliseconds(pick(4_000))
        nodes[node].leases.grant(.pushes, askedAt: fault == .leaseCountsFromTheAnswer ? time + .seconds(4) : asked)
    }

    private mutating func checkLeases() {
        let holders = nodes.indices.filter { !nodes[$0].leases.isDue(.pushes, at: time) }
        for holder in holders where holder != lease?.owner || time >= lease?.end ?? .zero {
            problems.append("node \(holder) works without the lease")
        }
    }

    // MARK: - Streams

    private static func number(_ device: Int) -> DeviceNumber { DeviceNumber(Int64(device) * Hint.shardSize) }

    private mutating func connect(_ device: Int) {
        for node in nodes.indices { nodes[node].connections[device] = nil }
        var progress = DeviceProgress(position: received[device].last?.sequence ?? 0)
        let step = progress.open()
        let node = pick(nodes.count)
        nodes[node].connections[device] = Connection(progress: progress)
        apply(step, to: device, on: node)
    }

    private mutating func apply(_ step: DeviceProgress.Step, to device: Int, on node: Int) {
        received[device] += step.events
        guard step.needsStore, let position = nodes[node].connections[device]?.progress.position else { return }
        nodes[node].connections[device]?.wanted = position
    }

    /// Changes the progress of a connection, and does what that says.
    private mutating func change(
        _ device: Int,
        on node: Int,
        _ body: (inout Connection) -> DeviceProgress.Step
    ) {
        guard var connection = nodes[node].connections[device] else { return }
        let step = body(&connection)
        nodes[node].connections[device] = connection
        apply(step, to: device, on: node)
    }

    private mutating func takeNews(on node: Int) {
        guard !nodes[node].news.isEmpty else { return }
        let event = nodes[node].news.removeFirst()
        guard let device = events.indices.first(where: { Self.number($0) == event.device }) else { return }
        let ignoresGaps = fault == .gapsAreIgnored
        change(device, on: node) { connection in
            let step = connection.progress.accept(event, isWritable: connection.isWritable)
            guard ignoresGaps, step.needsStore else { return step }
            connection.progress = DeviceProgress(position: event.sequence)
            _ = connection.progress.open()
            _ = connection.progress.receive([], hasMore: false, isWritable: true)
            return DeviceProgress.Step(events: [event])
        }
    }

    private mutating func takeHint(on node: Int) {
        guard !nodes[node].hints.isEmpty else { return }
        let text = nodes[node].hints.removeFirst().text(from: "other")
        guard let hint = Hint(text: text, to: "node \(node)") else {
            problems.append("a hint cannot be read: \(text)")
            return
        }
        look(on: node, at: hint)
    }

    private mutating func look(on node: Int, at hint: Hint = .everything) {
        for device in nodes[node].connections.keys.sorted()
        where hint.isGeneral || hint.shards.contains(Hint.shard(of: Self.number(device))) {
            let number = last[device]
            change(device, on: node) { $0.progress.catchUp(to: number, isWritable: $0.isWritable) }
        }
    }

    /// Reads the store for a connection that waits for that, or passes an answer of the store on.
    private mutating func read(on node: Int) {
        let devices = nodes[node].connections.keys.sorted()
        guard !devices.isEmpty else { return }
        let device = devices[pick(devices.count)]
        guard var connection = nodes[node].connections[device] else { return }
        if let position = connection.wanted {
            connection.wanted = nil
            connection.answers.append(Array(events[device].filter { $0.sequence > position }.prefix(Self.readLimit)))
            nodes[node].connections[device] = connection
        } else if !connection.answers.isEmpty {
            let page = connection.answers.removeFirst()
            nodes[node].connections[device] = connection
            change(device, on: node) {
                $0.progress.receive(page, hasMore: page.count == Self.readLimit, isWritable: $0.isWritable)
            }
        }
    }

    private mutating func setWritable(on node: Int) {
        let devices = nodes[node].connections.keys.sorted()
        guard !devices.isEmpty else { return }
        change(devices[pick(devices.count)], on: node) { connection in
            connection.isWritable.toggle()
            return connection.isWritable ? connection.progress.becomeWritable() : DeviceProgress.Step()
        }
    }

    private mutating func acknowledge(_ device: Int) {
        let position = received[device].last?.sequence ?? 0
        events[device].removeAll { $0.sequence <= position }
    }

    private mutating func fail(_ node: Int) { nodes[node] = Node() }

    // MARK: - The end

    /// Lets everything come to rest: all pushes are delivered, and what is under way arrives, but hints.
    private mutating func settle() {
        for device in events.indices where !nodes.contains(where: { $0.connections[device] != nil }) { connect(device) }
        for node in nodes.indices {
            nodes[node].pages = []
            nodes[node].hints = []
            for device in nodes[node].connections.keys.sorted() {
                change(device, on: node) { connection in
                    connection.isWritable = true
                    return connection.progress.becomeWritable()
                }
            }
        }
        while pushes.contains(where: { !$0.isDone }) {
            beginPage(on: 0)
            deliverPage(on: 0)
        }
        for round in 0..<200 {
            for node in nodes.indices {
                nodes[node].hints = []
                takeNews(on: node)
                read(on: node)
                if fault != .hintsAreTrusted, round % 20 == 0 { look(on: node) }
            }
        }
    }

    private mutating func check() {
        for device in received.indices {
            let numbers = received[device].map(\.sequence)
            if numbers != Array(1...Int64(max(1, numbers.count))).prefix(numbers.count).map({ $0 }) {
                problems.append("device \(device) received the numbers \(numbers)")
            }
            let bodies = received[device].map(\.content.body).filter { $0 != Self.other }
            if bodies != pushes.map({ "\($0.id)" }) {
                problems.append("device \(device) received \(bodies) of \(pushes.count) pushes")
            }
        }
    }
}
