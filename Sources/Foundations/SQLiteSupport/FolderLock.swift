import Glibc
import Synchronization

/// An exclusive lock on a state folder for one process, which the kernel releases when the process ends (`flock`);
/// child processes do not inherit it, and its file names the process for the error of a second one.
package final class FolderLock<Failure: StoreFailure>: Sendable {
    private let descriptor: Mutex<Int32?>

    /// Locks a folder with a lock file in it, for a holder as the beginning of a sentence: "A host"; throws `locked`,
    /// which names the folder and the process that holds it.
    package init(folder: String, name: String, for holder: String) throws(Failure) {
        let path = "\(folder)/\(name)"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw PrivateFile<Failure>.failure("open \(path)") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let failure =
                errno == EWOULDBLOCK
                ? Self.refusal(holder, folder: folder, process: Self.processID(in: descriptor))
                : PrivateFile<Failure>.failure("lock \(path)")
            close(descriptor)
            throw failure
        }
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count else {
            let failure = PrivateFile<Failure>.failure("write \(path)")
            close(descriptor)
            throw failure
        }
        self.descriptor = Mutex(descriptor)
    }

    /// Returns the process that holds the lock on a folder; `nil` if none does.
    package static func holder(folder: String, name: String) -> Int32? {
        let descriptor = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else { return nil }
        return processID(in: descriptor).flatMap { Int32($0) }
    }

    deinit { release() }

    package func release() {
        descriptor.withLock { descriptor in
            if let open = descriptor {
                // A child process that is being started may still have the descriptor open.
                flock(open, LOCK_UN)
                close(open)
            }
            descriptor = nil
        }
    }

    private static func refusal(_ holder: String, folder: String, process: String?) -> Failure {
        let who = process.map { "process \($0)" } ?? "another process"
        return Failure(
            .locked,
            "\(holder) already runs on \(folder): \(who) holds it. Stop that one, or choose another folder with --state.",
            cause: nil
        )
    }

    private static func processID(in descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        let digits = bytes[..<count].prefix { (0x30...0x39).contains($0) }
        return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
    }
}
