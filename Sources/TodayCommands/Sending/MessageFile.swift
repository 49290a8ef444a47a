import Foundation

/// A file with what a message says.
enum MessageFile {
    /// How large it may be, in bytes; clouds take no more.
    static let limit = 512 * 1024

    /// Reads a file.
    ///
    /// - Throws: ``CommandError`` that names the file if it cannot be read, is too large or no UTF-8.
    static func read(_ path: String, in context: CommandContext) throws(CommandError) -> String {
        let file = context.absolutePath(path)
        let bytes: Data
        do {
            let handle = try FileHandle(forReadingFrom: URL(filePath: file))
            defer { try? handle.close() }
            bytes = try handle.read(upToCount: limit + 1) ?? Data()
        } catch {
            throw CommandError("The file \(file) cannot be read: \(error.localizedDescription)", cause: error)
        }
        guard bytes.count <= limit else {
            throw CommandError("The file \(file) is larger than \(limit / 1024) KiB, the most that a message holds.")
        }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw CommandError("The file \(file) is not UTF-8 text.")
        }
        guard !text.isEmpty else { throw CommandError("The file \(file) is empty.") }
        return text
    }
}
