import Glibc
import StoreSupport

/// The folder of files that were attached to messages of topics.
///
/// A file arrives under another name and gets its own when it is complete.
package struct AttachmentFolder: Sendable {
    private let path: String

    init(path: String) { self.path = path }

    /// Begins a file; the folder is made if need be.
    ///
    /// - Parameter id: Letters and digits.
    /// - Returns: What takes its bytes.
    /// - Throws: ``CloudStoreError`` with code `diskFull` or `unavailable`.
    package func create(_ id: String) throws(CloudStoreError) -> AttachmentWriter {
        if try PrivateFile.makeFolder(at: path) { try PrivateFile.synchronize(PrivateFile.folder(of: path)) }
        return try AttachmentWriter(path: try file(id))
    }

    /// Opens a complete file; none if there is none.
    package func open(_ id: String) throws(CloudStoreError) -> AttachmentReader? {
        try AttachmentReader(path: try file(id))
    }

    /// Removes a file, complete or not; one that is not there is gone already.
    func remove(_ id: String) {
        guard let path = try? file(id) else { return }
        unlink(path)
        unlink(path + AttachmentWriter.suffix)
    }

    private func file(_ id: String) throws(CloudStoreError) -> String {
        guard (1...64).contains(id.utf8.count), id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            throw CloudStoreError(.notFound, "\"\(id)\" is no id of a file.")
        }
        return path + "/" + id
    }
}
