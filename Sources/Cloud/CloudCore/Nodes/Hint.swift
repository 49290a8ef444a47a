import CloudStorage
import JSON

/// What other nodes have to look at after a commit; it has no content, since the database has that.
///
/// A hint may be lost, repeated or late: it only makes a node read what is newer than what it has.
struct Hint: Hashable, Sendable {
    /// The number of devices of a shard: those whose numbers have the same quotient.
    static let shardSize: Int64 = 256
    /// The largest number of parts; a hint with more says that everything may have changed.
    ///
    /// So it has less than 8,000 bytes, the limit of `NOTIFY`, also with the longest names of topics.
    private static let partLimit = 100
    /// The largest length of a text that is parsed, in bytes.
    private static let textLimit = 8000
    /// The largest number of parts that wait for a look; more are everything.
    private static let waitingLimit = 1000

    /// The shards that have new events.
    var shards: Set<Int64> = []
    var topics: Set<String> = []
    var couriers: Set<CourierNumber> = []
    var work: Set<CloudWork> = []
    /// `true` if anything may have changed, including devices that were removed.
    var isGeneral = false

    init() {}

    static let everything: Hint = {
        var hint = Hint()
        hint.isGeneral = true
        return hint
    }()

    var isEmpty: Bool { self == Hint() }

    static func shard(of device: DeviceNumber) -> Int64 { device.value / shardSize }

    mutating func add(_ news: CommittedChanges) {
        shards.formUnion(news.events.map { Self.shard(of: $0.device) })
        topics.formUnion(news.published.filter { $0.number != nil }.map(\.message.topic))
        couriers.formUnion(news.couriers)
    }

    /// Returns the hint, and empties it.
    mutating func take() -> Hint {
        defer { self = Hint() }
        return self
    }

    /// Adds another hint; it stays small, since too many parts become everything.
    mutating func merge(_ other: Hint) {
        shards.formUnion(other.shards)
        topics.formUnion(other.topics)
        couriers.formUnion(other.couriers)
        work.formUnion(other.work)
        isGeneral = isGeneral || other.isGeneral
        if isGeneral || partCount > Self.waitingLimit { (shards, topics, couriers, isGeneral) = ([], [], [], true) }
    }

    private var partCount: Int { shards.count + topics.count + couriers.count }
}

extension Hint {
    /// The text for a bus, with the name of the node that sends it; at most some kilobytes.
    func text(from node: String) -> String {
        var json: [String: JSONValue] = ["node": .string(node)]
        if isGeneral || partCount > Self.partLimit {
            json["all"] = true
        } else {
            if !shards.isEmpty { json["shards"] = .array(shards.sorted().map { .integer(Int($0)) }) }
            if !topics.isEmpty { json["topics"] = .array(topics.sorted().map { .string($0) }) }
            if !couriers.isEmpty { json["couriers"] = .array(couriers.sorted().map { .integer(Int($0.value)) }) }
        }
        if !work.isEmpty { json["work"] = .array(work.map(\.rawValue).sorted().map { .string($0) }) }
        return JSONValue.object(json).jsonText
    }

    /// Parses the text of another node, whose unknown parts, as of a newer version, make it general; `nil` for the text
    /// of the node itself, or for none of a hint.
    ///
    /// Whoever may write to the bus can send any text: at worst it makes the node look at the database, as the node does
    /// every few seconds anyway, and the next look begins after that one.
    init?(text: String, to node: String) {
        guard text.utf8.count <= Self.textLimit, let json = (try? JSONValue(parsing: text, depthLimit: 4))?.objectValue,
            let sender = json["node"]?.stringValue, sender != node
        else { return nil }
        for (name, value) in json where name != "node" {
            switch name {
            case "shards": shards = Set((value.arrayValue ?? []).compactMap(\.integerValue).map(Int64.init))
            case "topics": topics = Set((value.arrayValue ?? []).compactMap(\.stringValue))
            case "couriers":
                couriers = Set((value.arrayValue ?? []).compactMap(\.integerValue).map { CourierNumber(Int64($0)) })
            case "work": work = Set((value.arrayValue ?? []).compactMap { $0.stringValue.flatMap(CloudWork.init) })
            default: isGeneral = true
            }
        }
    }
}
