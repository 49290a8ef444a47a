import HostModel
import Logging
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// What the host keeps of its log for each app.
@Suite(.timeLimit(.minutes(5))) struct AppLogTests {
    @Test func linesAreLimitedHarmlessAndOnlyAboutInstalledApps() async throws {
        try await withWidgetHost { fixture in
            let log = fixture.host.services.appLog
            let logger = log.logger(over: RecordedLog().logger)
            let process: Logger.Metadata = ["process": "\(WidgetApp.widget)", "stream": "stderr"]
            for number in 0..<2000 {
                logger.notice("\(number) \(String(repeating: "x", count: 1000))", metadata: process)
            }
            let lines = log.lines(of: WidgetApp.app)
            #expect(lines.count <= AppLog.lineLimit)
            #expect(lines.map(\.text.utf8.count).reduce(0, +) <= AppLog.byteLimit)
            #expect(lines.last?.text.hasPrefix("1999 x") == true)
            #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.number + 1 == $1.number })
            #expect(log.standardError(of: WidgetApp.widget.rawValue).count == AppLogLine.causeLength)

            let last = try #require(lines.last?.number)
            logger.notice("\u{1B}[2Jred \u{202E}turned\u{7}\r", metadata: process)
            logger.warning("A property is unknown", metadata: ["widget": "\(WidgetApp.widget)", "path": "body[0]"])
            logger.info("Not about a process", metadata: ["app": "\(WidgetApp.app)"])
            logger.debug("Too fine", metadata: process)
            logger.error("Somebody else", metadata: ["process": "org.example.other"])
            logger.error("Nobody")
            let newest = log.lines(of: WidgetApp.app, after: last)
            #expect(newest.map(\.text) == [" [2Jred  turned  ", "A property is unknown path=body[0]"])
            #expect(newest.map(\.source) == [.standardError, .host])
            #expect(newest.map(\.level) == ["notice", "warning"])
            #expect(log.lines(of: AppID("org.example.other")).isEmpty)
        }
    }

    @Test func theErrorOutputOfAnAttemptIsNotMixedWithThatOfEarlierOnes() async throws {
        try await withWidgetHost { fixture in
            let clock = ManualWallClock()
            let log = AppLog(registry: fixture.host.registry, now: { clock.now })
            let logger = log.logger(over: RecordedLog().logger)
            let process: Logger.Metadata = ["process": "\(WidgetApp.widget)", "stream": "stderr"]
            logger.notice("first", metadata: process)
            clock.advance(by: 15)
            let attempt = clock.now
            logger.notice("second", metadata: process)
            logger.error("It ended", metadata: ["process": "\(WidgetApp.widget)"])
            #expect(log.standardError(of: WidgetApp.widget.rawValue, since: attempt).map(\.text) == ["second"])
            #expect(log.standardError(of: WidgetApp.widget.rawValue).map(\.text) == ["first", "second"])
        }
    }

    @Test func whoWaitsForALineGetsIt() async throws {
        try await withWidgetHost { fixture in
            let host = fixture.host
            let known = try await host.send(GetAppLogRequest(of: .app(WidgetApp.app)))
            #expect(known.contains { $0.text.hasPrefix("Started Example's widget") })
            let last = try #require(known.last?.number)
            async let awaited = host.send(
                GetAppLogRequest(of: .widget(WidgetApp.widget), after: last, wait: .seconds(25))
            )
            let logger = host.services.appLog.logger(over: RecordedLog().logger)
            logger.notice("Here", metadata: ["process": "\(WidgetApp.widget)"])
            #expect(try await awaited.map(\.text) == ["Here"])
        }
    }

    @Test func linesGoWithTheirApp() async throws {
        try await withWidgetHost { fixture in
            try await fixture.host.send(UninstallAppRequest(WidgetApp.app, keepsData: false))
            #expect(fixture.host.services.appLog.lines(of: WidgetApp.app).isEmpty)
            for subject in [GetAppLogRequest.Subject.app(WidgetApp.app), .widget(WidgetApp.widget)] {
                let error = await #expect(throws: HostError.self) {
                    try await fixture.host.send(GetAppLogRequest(of: subject))
                }
                #expect(error?.code == .notFound)
            }
        }
    }
}
