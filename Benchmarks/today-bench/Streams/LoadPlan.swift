import Foundation
import JSON

/// The requests of a load as raw HTTP, so that one generator can load servers of every protocol.
struct LoadPlan {
    /// The largest number of streams.
    static let streamLimit = 15_000
    /// The byte that every event contains exactly once, and that nothing else from the server contains.
    static let mark = UInt8(ascii: "~")

    /// The port on loopback.
    let port: UInt16
    /// The requests that open the streams, one per stream.
    let streams: [[UInt8]]
    /// The request that sends one event to every stream.
    let send: [UInt8]

    /// Reads a plan: `{"port": 80, "stream": "GET …", "count": 1000, "tokens": "FILE", "send": "POST …"}`.
    ///
    /// In `stream`, `$TOKEN` is replaced by the stream's line of the file; without `tokens` all streams are alike.
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

/// A command to the load generator, one per line.
enum LoadCommand {
    /// `broadcast ROUNDS`: sends one event after the other, each when every stream has received the one before.
    case broadcast(rounds: Int)
    /// `flood COUNT SENDERS`: sends a number of events over several connections, as fast as they are accepted.
    case flood(count: Int, senders: Int)

    /// Parses a line; returns `nil` if it is not a command or exceeds a limit.
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

/// The reason why a load could not be generated.
struct LoadError: Error, CustomStringConvertible {
    /// A sentence that names the failure and, if there is one, the remedy.
    let message: String

    init(_ message: String) { self.message = message }

    var description: String { message }
}
