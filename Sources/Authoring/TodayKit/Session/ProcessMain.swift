import Glibc
package import JSONRPC

/// Runs a process from its start to the end of its input.
package enum ProcessMain {
    /// Serves a widget over a transport until the host closes it.
    package static func serve(
        _ widget: some Widget,
        over transport: any LineTransport,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws(TransportError) {
        try await makeSession(transport, ProgramResponder(widgets: [.init(widget)]), clock).run()
    }

    /// Serves an app or one of its widgets, as the host says, over a transport until the host closes it.
    package static func serve(
        _ app: (any App.Type)?,
        widgets: [any Widget.Type],
        over transport: any LineTransport,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws(TransportError) {
        let responder = ProgramResponder(app: app.map { .init($0) }, widgets: widgets.map { .init($0) })
        try await makeSession(transport, responder, clock).run()
    }

    /// Serves an app over a transport until the host closes it.
    package static func serve(
        _ app: some App,
        over transport: any LineTransport,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws(TransportError) {
        try await makeSession(transport, ProgramResponder(app: .init(app), widgets: []), clock).run()
    }

    private static func makeSession(
        _ transport: any LineTransport,
        _ responder: ProgramResponder,
        _ clock: any Clock<Duration> = ContinuousClock()
    ) -> HostSession {
        HostSession(connection: RPCConnection(transport: transport, clock: clock), responder: responder)
    }

    /// Serves the host over standard input and output until it closes the connection: printed text goes to standard
    /// error, and the exit status is 0 after the end of the input and 1 if the connection broke.
    static func serve(_ responder: ProgramResponder) async {
        guard isatty(0) == 0 else {
            StandardError.write("This program is started by the Today host; install its bundle with “today install”.")
            exit(64)
        }
        guard let transport = takeStandardStreams() else {
            StandardError.write("standard input or output is closed")
            exit(1)
        }
        let session = makeSession(transport, responder)
        do {
            try await session.run { exitSoon() }
        } catch {
            StandardError.write("the conversation with the host broke off: \(error.message)")
            exit(1)
        }
    }

    private static func takeStandardStreams() -> PipeTransport? {
        let input = fcntl(0, F_DUPFD_CLOEXEC, 3)
        let output = fcntl(1, F_DUPFD_CLOEXEC, 3)
        let null = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard input >= 0, output >= 0, null >= 0, dup2(null, 0) == 0, dup2(2, 1) == 1 else { return nil }
        close(null)
        return PipeTransport(input: input, output: output)
    }

    /// Ends the process after one second even if the author's work ignores its cancellation.
    private static func exitSoon() {
        signal(SIGALRM) { _ in _exit(0) }
        alarm(1)
    }
}

/// The log of a process without a connection to the host.
enum StandardError {
    /// Writes one line; it is lost if it cannot be written.
    static func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            done += count
        }
    }
}
