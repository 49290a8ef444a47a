import CLinux
package import Foundation
import Glibc
import Synchronization

/// A clock that stands still where a file says, until the file is replaced; for tests with real processes.
///
/// The file holds `{"now": "2026-11-21T08:00:00Z", "zone": "Europe/Berlin"}`, with the time as in RFC 3339 and an IANA zone, and
/// is to be renamed into its place. A later time lets time pass as it does; an earlier one or another zone is a change of
/// the clock, of which every wait is told. What is no such file changes nothing.
package final class FileDrivenWallClock: WallClock {
    private struct Reading: Decodable {
        /// How large the file may be, in bytes.
        static let limit = 4096

        var now: Date
        var zone: TimeZone

        private enum CodingKeys: CodingKey { case now, zone }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let text = try container.decode(String.self, forKey: .now)
            let exact = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            now = try (try? exact.parse(text)) ?? Date.ISO8601FormatStyle().parse(text)
            let name = try container.decode(String.self, forKey: .zone)
            guard let zone = TimeZone(identifier: name) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .zone,
                    in: container,
                    debugDescription: "there is no time zone \(name)"
                )
            }
            self.zone = zone
        }
    }

    private struct Waiter {
        var deadline: Date?
        var continuation: CheckedContinuation<WallClockEvent, any Error>
    }

    private struct State {
        var reading: Reading
        var waiters: [Int: Waiter] = [:]
        var lastID = 0
        var isEnded = false
    }

    private let file: URL
    private let state: Mutex<State>
    private let watch: Int32
    private let wake: Int32

    /// Makes a clock; it follows the file while ``run()`` does.
    ///
    /// - Parameter path: The file's absolute path.
    /// - Throws: A Foundation error if the file cannot be read or says no time.
    package init(following path: String) throws {
        file = URL(filePath: path)
        watch = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        wake = eventfd(0, Int32(O_NONBLOCK | O_CLOEXEC))
        do {
            // Watched before it is read, so that no change is missed.
            let folder = file.deletingLastPathComponent().path(percentEncoded: false)
            inotify_add_watch(watch, folder, UInt32(IN_MOVED_TO | IN_CLOSE_WRITE))
            state = Mutex(State(reading: try Self.reading(of: file)))
        } catch {
            for descriptor in [watch, wake] where descriptor >= 0 { close(descriptor) }
            throw error
        }
    }

    deinit {
        for descriptor in [watch, wake] where descriptor >= 0 { close(descriptor) }
    }

    /// The time that the file says.
    package var now: Date { state.withLock { $0.reading.now } }

    /// The zone that the file says.
    package var zone: TimeZone { state.withLock { $0.reading.zone } }

    /// Waits until the file says the time, or a change.
    package func wait(until deadline: Date?) async throws -> WallClockEvent {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let event: WallClockEvent?? = state.withLock { state in
                    guard !state.isEnded, !Task.isCancelled else { return nil }
                    if let deadline, deadline <= state.reading.now { return .reached }
                    state.waiters[id] = Waiter(deadline: deadline, continuation: continuation)
                    return .some(nil)
                }
                switch event {
                case nil: continuation.resume(throwing: CancellationError())
                case .some(let event?): continuation.resume(returning: event)
                case .some(nil): break
                }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }

    private static func reading(of file: URL) throws -> Reading {
        let data = try Data(contentsOf: file)
        guard data.count <= Reading.limit else { throw CocoaError(.fileReadTooLarge) }
        return try JSONDecoder().decode(Reading.self, from: data)
    }
}

// MARK: - The waiting thread

extension FileDrivenWallClock {
    /// Follows the file until the task is cancelled; then every wait ends with `CancellationError`.
    package func run() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let thread = Thread {
                    self.serve()
                    continuation.resume()
                }
                thread.stackSize = 256 << 10
                thread.name = "today-clock"
                thread.start()
            }
        } onCancel: {
            state.withLock { $0.isEnded = true }
            eventfd_write(wake, 1)
        }
        let left = state.withLock { state in
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in left { waiter.continuation.resume(throwing: CancellationError()) }
    }

    private func serve() {
        while !state.withLock(\.isEnded) {
            if let reading = try? Self.reading(of: file) { follow(reading) }
            var descriptors = [watch, wake].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&descriptors, nfds_t(descriptors.count), -1)
            var buffer = [UInt8](repeating: 0, count: 4096)
            while Glibc.read(watch, &buffer, buffer.count) > 0 {}
            var value: eventfd_t = 0
            eventfd_read(wake, &value)
        }
    }

    private func follow(_ reading: Reading) {
        let done = state.withLock { state in
            let isChanged =
                reading.now < state.reading.now || reading.zone.identifier != state.reading.zone.identifier
            state.reading = reading
            let done = state.waiters.filter { isChanged || $0.value.deadline.map { $0 <= reading.now } ?? false }
            for id in done.keys { state.waiters[id] = nil }
            return done.values
        }
        for waiter in done {
            let isReached = waiter.deadline.map { $0 <= reading.now } ?? false
            waiter.continuation.resume(returning: isReached ? .reached : .changed)
        }
    }
}
