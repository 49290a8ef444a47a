import Foundation
import Testing

/// Compares texts with files in `Goldens/`.
enum Golden {
    /// Expects a text to be that of a file; with `RECORD_GOLDENS` set, writes the file and fails.
    static func expect(_ text: String, _ name: String, _ location: SourceLocation = #_sourceLocation) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens")
        let file = folder.appending(path: name)
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
            try Data((text + "\n").utf8).write(to: file)
            Issue.record("Recorded \(name); look at it and run again.", sourceLocation: location)
            return
        }
        let wanted = try String(contentsOf: file, encoding: .utf8)
        #expect(text + "\n" == wanted, sourceLocation: location)
    }
}
