import Foundation

/// Runs a test with a temporary folder, which is deleted afterwards in any case.
///
/// - Parameters:
///   - isInMemory: Whether the folder is in memory, if the machine has room for that: for tests of databases, since a commit
///     takes microseconds there and milliseconds on a disk.
///   - body: Receives the folder's absolute path, without symbolic links.
/// - Returns: The result of `body`.
/// - Throws: An error of `body`, or an error if the folder cannot be created.
package func withTemporaryDirectory<Result>(
    isInMemory: Bool = false,
    _ body: (String) async throws -> Result
) async throws -> Result {
    let base = isInMemory ? memory : FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    let name = "today-test-\(getpid())-\(UUID().uuidString.prefix(8).lowercased())"
    let folder = base.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}

/// A folder in memory; the usual one for temporary files if there is none with two gigabytes of room.
private let memory: URL = {
    let folder = "/dev/shm"
    // ST_NOEXEC of statvfs(3), which is not imported: some tests start programs.
    let forbidsPrograms: UInt = 8
    var status = statvfs()
    guard statvfs(folder, &status) == 0, access(folder, W_OK) == 0, status.f_flag & forbidsPrograms == 0,
        Int(status.f_bavail) * Int(status.f_frsize) >= 2 << 30
    else { return FileManager.default.temporaryDirectory.resolvingSymlinksInPath() }
    // What a run has left that was killed would take memory until the machine is started again.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        let parts = name.split(separator: "-")
        guard parts.count == 4, parts.starts(with: ["today", "test"]), let process = pid_t(parts[2]),
            kill(process, 0) != 0, errno == ESRCH
        else { continue }
        try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    return URL(filePath: folder)
}()
