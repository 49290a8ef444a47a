import Foundation
import Testing

@testable import TodayWeb

/// Compares a part of a page, and the rules that it needs, with the file of that name.
func expectGolden(_ page: PageWriter, _ name: String) throws {
    let rules = page.rules.map { ".\($0.className){\($0.declarations)}" }.joined(separator: "\n")
    try expectGolden(page.text + "\n" + rules, name)
}

/// Compares a text with the file of that name; `RECORD_GOLDENS=1` writes the file instead, and the test fails.
func expectGolden(_ text: String, _ name: String) throws {
    let text = text.replacing("><", with: ">\n<") + "\n"
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens/\(name)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
        try Data(text.utf8).write(to: file)
        Issue.record("\(name) was recorded; look at it, then run without RECORD_GOLDENS")
        return
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(text == golden, "differs from Goldens/\(name)")
}
