package import CFaultVFS

/// Runs code while the databases in a folder fail as a test says.
///
/// All databases of the process use SQLite's file system of the tests from then on; those elsewhere do not fail.
///
/// - Parameters:
///   - folder: The folder's absolute path. Every database that the code opens in it is closed when the code returns.
///   - kind: What goes wrong.
///   - operation: The number of the operation that goes wrong, from 1; `nil` for none.
///   - lasts: Whether all later operations fail too.
///   - body: The code.
/// - Returns: The result of `body`.
/// - Throws: An error of `body`.
package func withFaults<Value>(
    in folder: String,
    _ kind: FaultKind,
    at operation: Int?,
    lasts: Bool = false,
    _ body: (FaultyFolder) async throws -> Value
) async rethrows -> Value {
    let faulty = FaultyFolder(folder, kind, at: operation, lasts: lasts)
    return try await body(faulty)
}

/// A folder whose databases fail.
package final class FaultyFolder {
    /// A file of the image could not be written.
    package struct ImageNotSaved: Error {}

    private let folder: OpaquePointer

    fileprivate init(_ path: String, _ kind: FaultKind, at operation: Int?, lasts: Bool) {
        fault_vfs_install()
        folder = fault_folder_make(path, kind, Int64(operation ?? 0), lasts ? 1 : 0)
    }

    deinit { fault_folder_free(folder) }

    /// How many operations there were that may go wrong.
    package var operationCount: Int { Int(fault_folder_count(folder)) }

    /// Lets everything go well from now on.
    package func mend() { fault_folder_mend(folder) }

    /// Writes to another folder what a disk would have after the power failed now, with parts of what was not synced.
    package func saveImage(to target: String, seed: UInt64) throws {
        guard fault_folder_save_image(folder, target, seed) == 0 else { throw ImageNotSaved() }
    }
}
