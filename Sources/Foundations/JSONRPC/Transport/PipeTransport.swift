import Glibc
import Synchronization

/// A transport for lines over two file descriptors, with one reading thread.
///
/// ``send(_:)`` itself writes as much as the pipe accepts, which saves a thread switch for every message. The rest
/// waits in a bounded queue, which the reading thread writes when there is space; reading never waits for writing. The
/// transport owns both descriptors, and ignores `SIGPIPE` for the whole process: if the peer is gone, its stream ends.
package final class PipeTransport: LineTransport {
    private struct Outgoing {
        var descriptor: Int32
        var queue: [UInt8] = []
        var isFinishing = false
        var closeReason: TransportError?
        var isClosed = false
    }

    private let input: Int32
    private let outgoing: Mutex<Outgoing>
    private let wakeRead: Int32
    private let wakeWrite: Int32
    private let lineLimit: Int
    private let queueLimit: Int
    private let meter: ReadingMeter?

    /// The niceness that is added to a reading thread with a meter.
    private static let meteredNiceness: Int32 = 10

    /// Takes ownership of two descriptors, which are made non-blocking; `queueLimit` bytes may wait for the other side
    /// to read, and the meter is charged for received lines and pauses the reading.
    package init(
        input: Int32,
        output: Int32,
        lineLimit: Int = 1 << 20,
        queueLimit: Int = 8 << 20,
        meter: ReadingMeter? = nil
    ) {
        signal(SIGPIPE, SIG_IGN)
        var wake: [Int32] = [-1, -1]
        let made = pipe(&wake)
        for descriptor in [input, output] + wake {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
        for descriptor in wake { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        self.input = input
        self.outgoing = Mutex(Outgoing(descriptor: output))
        (wakeRead, wakeWrite) = made == 0 ? (wake[0], wake[1]) : (-1, -1)
        self.lineLimit = lineLimit
        self.queueLimit = queueLimit
        self.meter = meter
    }

    deinit {
        Glibc.close(input)
        Glibc.close(wakeRead)
        Glibc.close(wakeWrite)
        outgoing.withLock { state in
            if state.descriptor >= 0 { Glibc.close(state.descriptor) }
        }
    }

    package func run(
        receive: @escaping @Sendable ([UInt8]) -> Void,
        onDrain: @escaping @Sendable () -> Void = {}
    ) async throws(TransportError) {
        guard wakeRead >= 0 else {
            throw TransportError(.readFailed, "no file descriptor is left for a connection")
        }
        let result = await withCheckedContinuation { continuation in
            let isStarted = startThread { [self] in
                // The thread works for the other side, so it runs at a lower priority: on Linux each thread has a nice
                // value of its own (sched(7)).
                if meter != nil { _ = nice(Self.meteredNiceness) }
                continuation.resume(returning: readLoop(receive, onDrain))
            }
            if !isStarted {
                let error = TransportError(.readFailed, "no thread is left for a connection")
                continuation.resume(returning: .failure(error))
            }
        }
        outgoing.withLock { state in
            state.isClosed = true
            closeOutput(&state)
        }
        try result.get()
    }

    /// Queues one line, and writes at once as much as the pipe accepts.
    package func send(_ line: [UInt8]) {
        let needsWake = outgoing.withLock { state in
            guard !state.isClosed, !state.isFinishing, state.descriptor >= 0 else { return false }
            if state.queue.isEmpty {
                let written = write(line[...], to: state.descriptor)
                if written == line.count { return false }
                state.queue.append(contentsOf: line[written...])
            } else {
                state.queue.append(contentsOf: line)
            }
            if state.queue.count > queueLimit {
                state.isClosed = true
                state.closeReason = TransportError(
                    .overflow,
                    "the other side has left \(state.queue.count) bytes unread; \(queueLimit) may wait"
                )
            }
            return true
        }
        if needsWake { wake() }
    }

    package var isCongested: Bool { outgoing.withLock { !$0.queue.isEmpty } }

    package func finishSending() {
        outgoing.withLock { state in
            state.isFinishing = true
            if state.queue.isEmpty { closeOutput(&state) }
        }
    }

    package func close(reason: TransportError?) {
        outgoing.withLock { state in
            if !state.isClosed { state.closeReason = reason }
            state.isClosed = true
        }
        wake()
    }

    private func wake() {
        var byte: UInt8 = 1
        _ = Glibc.write(wakeWrite, &byte, 1)
    }

    private func closeOutput(_ state: inout Outgoing) {
        guard state.descriptor >= 0 else { return }
        Glibc.close(state.descriptor)
        state.descriptor = -1
    }

    /// Writes as much as the pipe accepts; a broken pipe accepts everything, since the reading thread detects its end.
    private func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
        var done = 0
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            while done < buffer.count {
                let count = Glibc.write(descriptor, base + done, buffer.count - done)
                if count > 0 {
                    done += count
                } else if errno == EINTR {
                    continue
                } else {
                    if errno != EAGAIN { done = buffer.count }
                    return
                }
            }
        }
        return done
    }
}

// MARK: - The reading thread

extension PipeTransport {
    private func readLoop(_ receive: ([UInt8]) -> Void, _ onDrain: () -> Void) -> Result<Void, TransportError> {
        var framer = LineFramer(limit: lineLimit)
        let capacity = 64 << 10
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let (output, isClosed, reason) = outgoing.withLock { state in
                (state.queue.isEmpty ? -1 : state.descriptor, state.isClosed, state.closeReason)
            }
            if isClosed { return reason.map { .failure($0) } ?? .success(()) }
            let wait = meter?.wait ?? .zero
            var descriptors = [
                // Without events, `poll` still reports the end of the stream; the rest is then read regardless of the
                // budget.
                pollfd(fd: input, events: wait > .zero ? 0 : Int16(POLLIN), revents: 0),
                pollfd(fd: wakeRead, events: Int16(POLLIN), revents: 0),
                pollfd(fd: output, events: Int16(POLLOUT), revents: 0),
            ]
            // Rounded up, so that it does not wake too early.
            let timeout = wait > .zero ? Int32(clamping: Int64(wait / .milliseconds(1)) + 1) : -1
            guard poll(&descriptors, 3, timeout) >= 0 || errno == EINTR else {
                return .failure(TransportError(.readFailed, "poll failed with errno \(errno)"))
            }
            if descriptors[1].revents != 0 { _ = read(wakeRead, buffer.baseAddress, capacity) }
            if descriptors[2].revents != 0 { flush(onDrain) }
            guard descriptors[0].revents != 0 else { continue }
            let count = read(input, buffer.baseAddress, capacity)
            if count == 0 { return .success(()) }
            if count < 0 {
                if errno == EAGAIN || errno == EINTR { continue }
                return .failure(TransportError(.readFailed, "reading failed with errno \(errno)"))
            }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            do throws(LineFramer.LineTooLong) {
                guard let meter else {
                    for line in try framer.append(bytes) { receive(line) }
                    continue
                }
                try meter.measure { () throws(LineFramer.LineTooLong) in
                    for line in try framer.append(bytes) { receive(line) }
                }
            } catch {
                return .failure(TransportError(.lineTooLong, "a line is longer than \(error.limit) bytes"))
            }
        }
    }

    private func flush(_ onDrain: () -> Void) {
        let isDrained = outgoing.withLock { state in
            guard state.descriptor >= 0 else { return false }
            let written = write(state.queue[...], to: state.descriptor)
            state.queue.removeFirst(written)
            guard state.queue.isEmpty else { return false }
            if state.isFinishing { closeOutput(&state) }
            return true
        }
        if isDrained { onDrain() }
    }
}

/// Passes a closure to the C entry point of a thread.
private final class ThreadBody {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Starts a detached thread with a small stack; returns `false` if the system could not create one.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 512 << 10)
    var thread = pthread_t()
    let box = Unmanaged.passRetained(ThreadBody(body))
    let code = pthread_create(
        &thread,
        &attributes,
        { argument in
            guard let argument else { return nil }
            Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        },
        box.toOpaque()
    )
    guard code == 0 else {
        box.release()
        return false
    }
    return true
}
