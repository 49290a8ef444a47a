import CardRendering
import Glibc

struct Console: Sendable {
    /// Writes to standard output, as the next one to standard error, without a buffer.
    var write: @Sendable (String) -> Void
    var writeError: @Sendable (String) -> Void
    /// Reads a line of input without its line break; `nil` at the end of input.
    var readLine: @Sendable () -> String? = { nil }
    /// Asks a question on standard error and reads a line without echo; `nil` if the person cancels.
    var readSecret: @Sendable (String) -> String? = { _ in nil }
    /// Blocks until the reader of standard output is gone; `nil` if that cannot be detected.
    var waitForClosedOutput: (@Sendable () -> Void)?
    /// `true` if a person can be asked: both standard input and standard error are terminals.
    var isInteractive = false
    var isTerminal = false
    var columns: Int?

    /// Asks a yes-or-no question once; `refusal` says what was not done, without the end of the sentence, and `advice`
    /// what to do if no person can be asked.
    ///
    /// - Throws: ``CommandError``: with status `consentNeeded` if no person can be asked, with `failure` if the person
    ///   does not agree.
    func requireConsent(to question: String, refusal: String, advice: String) throws(CommandError) {
        guard isInteractive else { throw CommandError("\(refusal): \(advice)", status: .consentNeeded) }
        writeError("\(question) [y/N] ")
        let answer = readLine()?.lowercased() ?? ""
        guard ["y", "yes"].contains(answer) else { throw CommandError("\(refusal).") }
    }

    /// Asks for a secret on the terminal.
    ///
    /// - Throws: ``CommandError``: with status `consentNeeded` if no person can be asked, and `advice` says what to do;
    ///   with `failure` if the person gives none.
    func askSecret(_ question: String, _ secret: String, advice: String) throws(CommandError) -> String {
        guard isInteractive else {
            throw CommandError(
                "This needs \(secret), and there is no terminal to ask on: \(advice)",
                status: .consentNeeded
            )
        }
        guard let text = readSecret("\(question): "), !text.isEmpty else { throw .none(secret) }
        return text
    }

    /// Writes a line to standard output unchanged; untrusted text must already be safe or escaped.
    func print(_ line: String) { write(line + "\n") }

    /// Writes lines to standard error, with each line made safe for the terminal.
    func printError(_ lines: String) { writeError(TerminalText.safeLines(lines) + "\n") }
}

extension Console {
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

/// A line that a person types on a terminal without echo.
struct SecretLine: Sendable {
    /// The largest length in bytes; further input is ignored.
    private static let limit = 1024

    enum Step: Hashable, Sendable {
        case more
        case done
        case cancelled
    }

    private var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func take(_ byte: UInt8) -> Step {
        switch byte {
        case 0x0A, 0x0D: return .done
        case 0x03, 0x1A, 0x1C: return .cancelled
        case 0x04: return bytes.isEmpty ? .cancelled : .done
        case 0x08, 0x7F:
            while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
        case 0x15: bytes = []
        case 0..<0x20: break
        default: if bytes.count < Self.limit { bytes.append(byte) }
        }
        return .more
    }

    /// Reads a line from a terminal, which no longer echoes when `ask` is called, and restores the terminal's settings;
    /// `nil` if the person cancelled or the descriptor is not a terminal.
    static func read(from descriptor: Int32, ask: () -> Void) -> String? {
        var before = termios()
        guard tcgetattr(descriptor, &before) == 0 else { return nil }
        var quiet = before
        // Keys for signals are read as bytes, so that no signal can leave the terminal without echo.
        quiet.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        guard tcsetattr(descriptor, TCSAFLUSH, &quiet) == 0 else { return nil }
        defer { tcsetattr(descriptor, TCSADRAIN, &before) }
        ask()
        var line = SecretLine()
        var byte: UInt8 = 0
        while true {
            let count = Glibc.read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            switch line.take(byte) {
            case .more: continue
            case .done: return line.text
            case .cancelled: return nil
            }
        }
    }
}
