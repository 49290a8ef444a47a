import HostModel
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayTestSupport

@testable import TodayWeb

/// Compares a part of a page, and the rules that it needs, with the file of that name.
func expectGolden(_ page: PageWriter, _ name: String, at location: SourceLocation = #_sourceLocation) throws {
    let rules = page.rules.map { ".\($0.className){\($0.declarations)}" }.joined(separator: "\n")
    try expectGolden(page.text + "\n" + rules, name, at: location)
}

/// Compares a text with the file of that name, in which each element begins a line.
func expectGolden(_ text: String, _ name: String, at location: SourceLocation = #_sourceLocation) throws {
    try Golden.expect(text.replacing("><", with: ">\n<") + "\n", name, at: location)
}

extension PageContext {
    /// The context of a page for the person of the samples.
    static let sample = PageContext(
        viewer: Samples.viewer,
        now: Samples.now,
        position: ScreenPosition(epoch: "e1", revision: Revision(7))
    )
}
