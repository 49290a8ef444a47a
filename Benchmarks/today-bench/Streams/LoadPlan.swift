import Foundation
import JSON

/// What to ask a server, as raw HTTP: so one generator feeds servers of every protocol alike.
struct LoadPlan {
    /// How many streams there may be.
    static let streamLimit = 15_000
    /// The byte that every event has exactly once, and nothing else that the server sends.
    static let mark = UInt8(ascii: "~")

    /// The port on loopback.
    let port: UInt16
    /// The requests that open the streams, one for each.
    let streams: [[UInt8]]
    /// The request that has every stream get one event.
    let send: [UInt8]

    /// Reads a plan: `{"port": 80, "stream": "GET …", "count": 1000, "tokens": "FILE", "send": "POST …"}`.
    ///
    /// In `stream`, `$TOKEN` stands for the line of the file that belongs to the stream; without `tokens` all are alike.
    init(file: String) throws {
        let json = try JSONValue(parsing: Data(contentsOf: URL(filePath: file)))
        guard let port = json["port"]?.integerValue.flatMap(UInt16.init(exactly:)),
            let stream = json["stream"]?.stringValue, let send = json["send"]?.stringValue,
            let count = json["count"]?.integerValue, (1...Self.streamLimit).contains(count)
        else { throw LoadError("\(file) is no plan.") }
        self.port = port
        self.send = Array(send.utf8)
        guard let path = json["tokens"]?.stringValue else {
            streams = Array(repeating: Array(stream.utf8), count: count)
            return
        }
        let tokens = try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n")
        guard tokens.count >= count else { throw LoadError("\(path) has \(tokens.count) tokens, not \(count).") }
        let parts = stream.components(separatedBy: "$TOKEN")
        streams = tokens.prefix(count).map { Array(parts.joined(separator: String($0)).utf8) }
    }
}

/// What the one that drives a load wants next, one line each.
enum LoadCommand {
    /// `broadcast ROUNDS`: one event after the other, each sent when the one before has reached every stream.
    case broadcast(rounds: Int)
    /// `flood COUNT SENDERS`: so many events from so many connections, as fast as they are accepted.
    case flood(count: Int, senders: Int)

    /// Reads a line; none if it is no command or asks for more than is bearable.
    init?(_ line: String) {
        let words = line.split(separator: " ")
        let numbers = words.dropFirst().compactMap { Int($0) }
        switch (words.first, numbers.count) {
        case ("broadcast", 1) where (1...1000).contains(numbers[0]): self = .broadcast(rounds: numbers[0])
        case ("flood", 2) where (1...100_000).contains(numbers[0]) && (1...256).contains(numbers[1]):
            self = .flood(count: numbers[0], senders: numbers[1])
        default: return nil
        }
    }
}

/// Why a load could not be put on a server.
struct LoadError: Error, CustomStringConvertible {
    /// What happened, and what mends it if something does.
    let message: String

    init(_ message: String) { self.message = message }

    /// The message.
    var description: String { message }
}
