import Foundation
package import Testing

/// Texts that a person has checked.
package enum Golden {
    /// Compares a text with a file in the folder `Goldens` beside the file of the caller.
    ///
    /// With `RECORD_GOLDENS=1` the file is written instead and the test fails, so that somebody looks at the change.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - name: The name of the golden file.
    ///   - caller: The file beside which the folder is.
    ///   - location: The place of the call, for the message.
    /// - Throws: An error if the golden file cannot be read or written.
    package static func expect(
        _ text: String,
        _ name: String,
        beside caller: String = #filePath,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let file = URL(filePath: caller).deletingLastPathComponent().appending(path: "Goldens/\(name)")
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
            try Data(text.utf8).write(to: file)
            Issue.record("\(name) was recorded; look at what changed", sourceLocation: location)
            return
        }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        guard text != recorded else { return }
        let old = recorded.split(separator: "\n", omittingEmptySubsequences: false)
        let new = text.split(separator: "\n", omittingEmptySubsequences: false)
        let line = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
        Issue.record(
            """
            \(name) differs from line \(line + 1) on:
            was: \(old.dropFirst(line).first ?? "nothing")
            is:  \(new.dropFirst(line).first ?? "nothing")
            """,
            sourceLocation: location
        )
    }
}
