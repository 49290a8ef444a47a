import Foundation

/// Runs a test with a temporary folder, which is deleted afterwards in any case.
///
/// - Parameter body: Receives the folder's absolute path, without symbolic links.
/// - Returns: The result of `body`.
/// - Throws: An error of `body`, or an error if the folder cannot be created.
package func withTemporaryDirectory<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    let folder = base.appending(path: "today-test-\(UUID().uuidString.prefix(8).lowercased())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}
