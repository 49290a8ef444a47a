import JSON
import TodayProtocol

/// A click on a block of i3bar.
struct ComplicationClick: Codable, Hashable, Sendable {
    /// The largest length of a line, in bytes; a longer line is not a click.
    static let limit = 64 << 10

    /// The instance of the block; `nil` if the bar does not name it.
    var instance: String?
    /// The number of the mouse button: 1 is the left one.
    var button: Int

    /// Parses a line of the endless array that i3bar writes: `[`, and then an event on each line, with a comma before
    /// or after it; `nil` for any other line.
    init?(line: String) {
        guard line.utf8.count <= Self.limit else { return nil }
        let text = line.drop { $0 == "[" || $0 == "," || $0.isWhitespace }
        let end = text.lastIndex { $0 != "," && !$0.isWhitespace }
        guard let end, let click = try? JSONValue(parsing: String(text[...end])).decode(Self.self) else { return nil }
        self = click
    }

    /// Returns `true` if the click opens an app: a click with the left button on the app's block.
    func opens(_ app: AppID) -> Bool { button == 1 && (instance == nil || instance == app.rawValue) }
}
