import CLinux
package import Foundation
import Glibc
import Synchronization

/// A clock for tests with real processes, which reads its time and zone from a file and stands still until the file is
/// replaced.
///
/// The file contains `{"now": "2026-11-21T08:00:00Z", "zone": "Europe/Berlin"}`, with an RFC 3339 time and an IANA time
/// zone, and must be replaced by renaming. A later time counts as time that has passed. An earlier time or another zone
/// is a change of the clock, which ends every wait. A file that cannot be read is ignored.
package final class FileDrivenWallClock: WallClock {
    private struct Reading: Decodable {
        /// Maximum size of the file, in bytes.
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

    private let file: URL
    private let reading: Mutex<Reading>
    private let chosenZone = Mutex<TimeZone?>(nil)
    private let waiters = WallClockWaiters()
    private let watch: Int32
    private let wake: Int32

    /// Creates a clock, which follows the file while ``run()`` runs; throws if it cannot be read or is malformed.
    package init(following path: String) throws {
        file = URL(filePath: path)
        watch = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        wake = eventfd(0, Int32(O_NONBLOCK | O_CLOEXEC))
        do {
            // Watched before it is read, so that no change is missed.
            let folder = file.deletingLastPathComponent().path(percentEncoded: false)
            inotify_add_watch(watch, folder, UInt32(IN_MOVED_TO | IN_CLOSE_WRITE))
            reading = Mutex(try Self.reading(of: file))
        } catch {
            for descriptor in [watch, wake] where descriptor >= 0 { close(descriptor) }
            throw error
        }
    }

    deinit {
        for descriptor in [watch, wake] where descriptor >= 0 { close(descriptor) }
    }

    package var now: Date { reading.withLock(\.now) }

    package var zone: TimeZone { chosenZone.withLock(\.self) ?? reading.withLock(\.zone) }

    package func use(_ zone: TimeZone?) {
        chosenZone.withLock { $0 = zone }
        waiters.resume(now: now, isChanged: true)
    }

    package func wait(until deadline: Date?) async throws -> WallClockEvent {
        try await waiters.wait(until: deadline) {
            // The file's time may already be at the deadline.
            waiters.resume(now: now, isChanged: false)
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
        await waiters.run {
            self.serve()
        } wake: {
            eventfd_write(self.wake, 1)
        }
    }

    private func serve() {
        while !waiters.isEnded {
            if let reading = try? Self.reading(of: file) { follow(reading) }
            var descriptors = [watch, wake].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&descriptors, nfds_t(descriptors.count), -1)
            var buffer = [UInt8](repeating: 0, count: 4096)
            while Glibc.read(watch, &buffer, buffer.count) > 0 {}
            var value: eventfd_t = 0
            eventfd_read(wake, &value)
        }
    }

    private func follow(_ new: Reading) {
        let isChanged = reading.withLock { reading in
            defer { reading = new }
            return new.now < reading.now || new.zone.identifier != reading.zone.identifier
        }
        waiters.resume(now: new.now, isChanged: isChanged)
    }
}
