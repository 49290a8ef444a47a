import Foundation
import Logging
import Synchronization
import Testing
import TodayTestSupport

@testable import HostDaemon

@Suite struct HostLogTests {
    @Test func aFullFileBecomesTheOlderOne() async throws {
        try await withTemporaryDirectory { folder async throws in
            let log = HostLog(in: folder, limit: 40)
            for number in 1...5 { log.append("line \(number), 15 b.") }

            #expect(try text(HostLog.olderPath(in: folder)) == "line 3, 15 b.\nline 4, 15 b.\n")
            #expect(try text(HostLog.path(in: folder)) == "line 5, 15 b.\n")
        }
    }

    @Test func theNextStartAppends() async throws {
        try await withTemporaryDirectory { folder async throws in
            HostLog(in: folder).append("first")
            HostLog(in: folder).append("second")

            #expect(try text(HostLog.path(in: folder)) == "first\nsecond\n")
        }
    }

    @Test func aLogThatCannotBeWrittenStopsNothing() async throws {
        try await withTemporaryDirectory { folder async throws in
            try FileManager.default.createDirectory(
                atPath: HostLog.path(in: folder),
                withIntermediateDirectories: false
            )
            HostLog(in: folder).append("lost")
        }
    }

    @Test func aMessageIsOneLineThatSteersNoTerminal() async throws {
        try await withTemporaryDirectory { folder async throws in
            let errors = Mutex("")
            var logger = Logger(label: "test") { _ in
                LineLogHandler(
                    logLevel: .info,
                    file: HostLog(in: folder),
                    writeError: { text in errors.withLock { $0 += text } },
                    now: { Date(timeIntervalSince1970: 0) }
                )
            }
            logger[metadataKey: "app"] = "org.today.\u{1B}[31mWeather"
            logger.notice("The app\nsaid \u{202E}this\u{7}", metadata: ["text": "a\r\nb"])
            logger.debug("Not written")

            let line = "1970-01-01T00:00:00.000Z notice   The app said this app=org.today.[31mWeather text=a  b\n"
            #expect(errors.withLock { $0 } == line)
            #expect(try text(HostLog.path(in: folder)) == line)
        }
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}
