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
