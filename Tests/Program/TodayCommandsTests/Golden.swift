import Foundation
import Testing

/// Compares texts with files in `Goldens/`.
enum Golden {
    /// Expects a text to equal the content of a file; with `RECORD_GOLDENS` set, writes the file and fails.
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

/// The scalars that untrusted text must not bring to a terminal.
enum TerminalScalars {
    /// Returns `true` for a scalar that controls a terminal, ends a line or changes the writing direction.
    static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
