import CardRendering
import Glibc

/// The input and output of a command.
package struct Console: Sendable {
    /// Writes to standard output without a buffer.
    package var write: @Sendable (String) -> Void
    /// Writes to standard error without a buffer.
    package var writeError: @Sendable (String) -> Void
    /// Reads a line of input without its end; `nil` at the end of input.
    package var readLine: @Sendable () -> String?
    /// Asks a question on standard error and reads a line without echo; `nil` if the person cancels.
    package var readSecret: @Sendable (String) -> String?
    /// Whether a person can be asked: both standard input and standard error are a terminal.
    package var isInteractive: Bool
    /// Whether standard output is a terminal.
    package var isTerminal: Bool
    /// The number of the terminal's columns, if it reports one.
    package var columns: Int?

    package init(
        write: @escaping @Sendable (String) -> Void,
        writeError: @escaping @Sendable (String) -> Void,
        readLine: @escaping @Sendable () -> String? = { nil },
        readSecret: @escaping @Sendable (String) -> String? = { _ in nil },
        isInteractive: Bool = false,
        isTerminal: Bool = false,
        columns: Int? = nil
    ) {
        self.write = write
        self.writeError = writeError
        self.readLine = readLine
        self.readSecret = readSecret
        self.isInteractive = isInteractive
        self.isTerminal = isTerminal
        self.columns = columns
    }

    /// Writes a line to standard output unchanged: untrusted text must have been made safe or escaped before.
    package func print(_ line: String) { write(line + "\n") }

    /// Writes lines to standard error, with each line made safe for the terminal.
    package func printError(_ lines: String) { writeError(TerminalText.safeLines(lines) + "\n") }
}

extension Console {
    /// Returns the console of this process.
    package static func process() -> Console {
        Console(
            write: { Self.write($0, to: STDOUT_FILENO) },
            writeError: { Self.write($0, to: STDERR_FILENO) },
            readLine: { Swift.readLine() },
            readSecret: { question in
                defer { Self.write("\n", to: STDERR_FILENO) }
                return SecretLine.read(from: STDIN_FILENO) { Self.write(question, to: STDERR_FILENO) }
            },
            isInteractive: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1,
            isTerminal: isatty(STDOUT_FILENO) == 1,
            columns: terminalColumns()
        )
    }

    /// Writes the whole text, unless the reader is gone.
    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                return
            }
        }
    }

    private static func terminalColumns() -> Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
