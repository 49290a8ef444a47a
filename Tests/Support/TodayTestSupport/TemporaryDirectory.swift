import Foundation

/// Runs a test with a folder of its own, which is gone afterwards however the test ends.
///
/// - Parameter body: Receives the folder's absolute path, without links.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or why the folder cannot be made.
package func withTemporaryDirectory<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    let folder = base.appending(path: "today-test-\(UUID().uuidString.prefix(8).lowercased())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}
