import CLinux
import Foundation
import Glibc

/// A file that grows and is replaced from time to time, as by log rotation.
package final class FollowedFile {
    private let path: String
    private var descriptor: Int32
    private let watch: Int32
    /// The beginning of a line that is not complete yet.
    private var pending: [UInt8] = []

    /// Opens the file; `nil` if it cannot be read.
    package init?(_ path: String) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        watch = inotify_init1(Int32(O_CLOEXEC))
        inotify_add_watch(watch, URL(filePath: path).deletingLastPathComponent().path, UInt32(IN_MODIFY | IN_CREATE))
    }

    deinit {
        close(descriptor)
        close(watch)
    }

    /// Returns the complete lines that were not read yet, including those of a replacement of the file.
    package func rest() -> String {
        var text = read()
        var (mine, current) = (clinux_file_version(), clinux_file_version())
        guard clinux_read_file_version("/proc/self/fd/\(descriptor)", &mine) == 0,
            clinux_read_file_version(path, &current) == 0, mine.inode != current.inode
        else { return text }
        let next = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard next >= 0 else { return text }
        close(descriptor)
        descriptor = next
        text += read()
        return text
    }

    /// Waits until something in the folder changes.
    package func waitForChange() {
        var events = [UInt8](repeating: 0, count: 4096)
        _ = Glibc.read(watch, &events, events.count)
    }

    private func read() -> String {
        var bytes = pending
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &part, part.count)
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        let end = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        pending = Array(bytes[end...])
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
