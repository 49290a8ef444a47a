import CardRendering
import Glibc

/// The input and output of a command.
struct Console: Sendable {
    /// Writes to standard output without a buffer.
    var write: @Sendable (String) -> Void
    /// Writes to standard error without a buffer.
    var writeError: @Sendable (String) -> Void
    /// Reads a line of input without its line break; `nil` at the end of input.
    var readLine: @Sendable () -> String? = { nil }
    /// Asks a question on standard error and reads a line without echo; `nil` if the person cancels.
    var readSecret: @Sendable (String) -> String? = { _ in nil }
    /// Blocks until the reader of standard output is gone; `nil` if that cannot be detected.
    var waitForClosedOutput: (@Sendable () -> Void)?
    /// `true` if a person can be asked: both standard input and standard error are terminals.
    var isInteractive = false
    /// `true` if standard output is a terminal.
    var isTerminal = false
    /// The number of columns of the terminal, if it reports one.
    var columns: Int?

    /// Asks a yes-or-no question once.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - refusal: The sentence about the action that was not performed, without its end.
    ///   - advice: The remedy if no person can be asked.
    /// - Throws: ``CommandError``: with status `consentNeeded` if no person can be asked, with `failure` if the person
    ///   does not agree.
    func requireConsent(to question: String, refusal: String, advice: String) throws(CommandError) {
        guard isInteractive else { throw CommandError("\(refusal): \(advice)", status: .consentNeeded) }
        writeError("\(question) [y/N] ")
        let answer = readLine()?.lowercased() ?? ""
        guard ["y", "yes"].contains(answer) else { throw CommandError("\(refusal).") }
    }

    /// Writes a line to standard output unchanged; untrusted text must already be safe or escaped.
    func print(_ line: String) { write(line + "\n") }

    /// Writes lines to standard error, with each line made safe for the terminal.
    func printError(_ lines: String) { writeError(TerminalText.safeLines(lines) + "\n") }
}

extension Console {
    /// Returns the console of this process.
    static func process() -> Console {
        Console(
            write: { Self.write($0, to: STDOUT_FILENO) },
            writeError: { Self.write($0, to: STDERR_FILENO) },
            readLine: { Swift.readLine() },
            readSecret: { question in
                defer { Self.write("\n", to: STDERR_FILENO) }
                return SecretLine.read(from: STDIN_FILENO) { Self.write(question, to: STDERR_FILENO) }
            },
            waitForClosedOutput: { Self.waitForHangUp(of: STDOUT_FILENO) },
            isInteractive: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1,
            isTerminal: isatty(STDOUT_FILENO) == 1,
            columns: terminalColumns()
        )
    }

    /// Writes the whole text; gives up if the reader is gone.
    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                // Another process that shares the pipe or the terminal has made it non-blocking, and the reader is
                // slow.
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&entry, 1, -1)
            } else if errno != EINTR {
                return
            }
        }
    }

    /// Waits until the other end of a pipe, socket or terminal is closed; for a file it never returns.
    private static func waitForHangUp(of descriptor: Int32) {
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        while poll(&entry, 1, -1) < 0, errno == EINTR {}
    }

    private static func terminalColumns() -> Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
