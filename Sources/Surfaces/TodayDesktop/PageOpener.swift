import CLinux
import Foundation
import Synchronization

/// Opens URLs in the person's browser, with `xdg-open`.
///
/// The program is started without a shell, in a session of its own, and inherits nothing but the environment: a browser
/// that it starts belongs to the person and outlives the host. The program is never killed; a thread waits for its exit
/// status. At most ``limit`` run at a time.
package struct PageOpener: Sendable {
    package static let limit = 32
    package static let program = "xdg-open"

    /// An error when a URL is opened: a sentence that names the remedy.
    package struct Failure: Error, Hashable, Sendable {
        package var message: String
    }

    private final class Running: Sendable {
        let count = Mutex(0)
    }

    private let environment: [String: String]
    private let ended: @Sendable (Int32) -> Void
    private let running = Running()

    /// Makes an opener; `ended` gets the exit status, or the negated number of the signal that ended the program.
    ///
    /// The program gets the environment, and is searched for in its `PATH`.
    package init(environment: [String: String], ended: @escaping @Sendable (Int32) -> Void = { _ in }) {
        self.environment = environment
        self.ended = ended
    }

    /// Opens a URL; returns once the program has started.
    ///
    /// With the token of the desktop, the browser may raise its window.
    ///
    /// - Throws: ``Failure`` if the program is missing or cannot be started, or if too many run.
    package func open(_ address: String, activationToken: String?) throws(Failure) {
        guard let path else {
            throw Failure(
                message: "There is no \(Self.program) on PATH; install xdg-utils to open pages from the desktop."
            )
        }
        let isAllowed = running.count.withLock { count in
            guard count < Self.limit else { return false }
            count += 1
            return true
        }
        guard isAllowed else { throw Failure(message: "\(Self.limit) pages are being opened; another is not.") }
        var environment = environment
        environment["XDG_ACTIVATION_TOKEN"] = activationToken
        do throws(Failure) {
            let child = try Self.spawn(path, [Self.program, address], environment)
            watch(child)
        } catch {
            running.count.withLock { $0 -= 1 }
            throw error
        }
    }

    /// Path of the program; `nil` if no absolute folder in `PATH` has it.
    private var path: String? {
        (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").lazy
            .filter { $0.hasPrefix("/") }.map { "\($0)/\(Self.program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private func watch(_ child: pid_t) {
        let thread = Thread { [running, ended] in
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            running.count.withLock { $0 -= 1 }
            let signal = status & 0x7F
            ended(signal == 0 ? (status >> 8) & 0xFF : -signal)
        }
        thread.stackSize = 256 << 10
        thread.name = "today-xdg-open"
        thread.start()
    }

    private static func spawn(
        _ path: String,
        _ arguments: [String],
        _ environment: [String: String]
    ) throws(Failure) -> pid_t {
        var child = pid_t()
        let code = withStrings(arguments) { arguments in
            withStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
                clinux_spawn_detached(&child, path, arguments, environment)
            }
        }
        guard code == 0 else {
            throw Failure(message: "\(path) cannot be started: \(String(cString: strerror(code))).")
        }
        return child
    }

    /// Calls a function with texts as a null-terminated array of C strings.
    private static func withStrings<Result>(
        _ texts: [String],
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = texts.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { buffer in
            // The array has at least its terminator.
            guard let first = buffer.baseAddress else { preconditionFailure("A list has an end.") }
            return body(first)
        }
    }
}
