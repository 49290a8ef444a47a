import Foundation
import HostModel
import JSON
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

@testable import Host

/// A process that does not answer a request is ended at the request's deadline.
@Suite(.timeLimit(.minutes(5))) struct ProcessDeadlineTests {
    @Test(arguments: [
        (ProcessRequest.update, 20), (.widgetTap, 10), (.appTap, 10), (.response, 10), (.push, 30), (.actions, 30),
        (.recordFailures, 30),
    ])
    func aProcessThatDoesNotAnswerIsEndedAtTheDeadline(request: ProcessRequest, seconds: Int) async throws {
        // Without a second process, whose deadlines the clock would measure as well.
        try await withWidgetHost(hasWidget: request.isForWidget) { fixture in
            if !request.isForWidget { try await fixture.openApp() }
            try fixture.app.put("silent", .string(request.rawValue))
            // Not a child: a tap is answered only when its process has been asked again, or the host stops.
            let caused = Task { try await request.cause(in: fixture) }
            defer { caused.cancel() }
            let asked = try await fixture.log.line(containing: "silent \(request.rawValue)")
            let pid = try #require(asked.split(separator: " ").last.flatMap { pid_t($0) })
            #expect(kill(pid, 0) == 0)

            await fixture.deadlineClock.advanceWhenSleeping(by: .seconds(seconds))
            let title = request.isForWidget ? "Example's widget" : "Example"
            _ = try await fixture.log.line(
                containing: "\(title) did not answer \(request.rawValue) within \(seconds) s and was killed"
            )
            #expect(kill(pid, 0) == -1)
            #expect(errno == ESRCH)
        }
    }

    /// Runs a test with a use of an extension that shows a page, and its address.
    private func withUse(_ body: @Sendable (WidgetHostFixture, String) async throws -> Void) async throws {
        try await withWidgetHost(hasWidget: false, hasAction: true) { fixture in
            let host = fixture.host
            let url = ExtensionUses.address(of: TapID("use"))
            let outcome = try await withTimeLimit(on: "the beginning of a use") {
                try await host.send(
                    ShareRequest(
                        SharedContent(text: "a"),
                        id: TapID("use"),
                        with: WidgetApp.app,
                        at: .action,
                        viewer: WidgetHostFixture.viewer
                    )
                )
            }
            #expect(outcome == .done(open: url))
            try await body(fixture, url)
        }
    }

    /// Expects that a use has ended, or ends now, without a result.
    private func expectEnd(of url: String, _ host: TodayHost) async throws {
        try await withTimeLimit(on: "the end of the use") {
            await host.apps.uses.waitForEnd(of: url, atMost: .seconds(60))
        }
        let error = await #expect(throws: HostError.self) { try await host.send(GetUseRequest(url)) }
        #expect(error?.message == LocalizableText.extensionUseEnded.english)
    }

    @Test func aUseWhoseAskerHasGoneEndsAfterAMinute() async throws {
        try await withUse { fixture, url in
            let (host, clock) = (fixture.host, fixture.deadlineClock)
            let open = GetUseRequest.Use(hasEnded: false)
            #expect(try await host.send(GetUseRequest(url, isAsker: true)) == open)
            await clock.advanceWhenSleeping(by: .seconds(59), count: 2)
            #expect(try await host.send(GetUseRequest(url, isAsker: true)) == open)
            await clock.advanceWhenSleeping(by: .seconds(59), count: 3)
            // Who only looks does not keep it.
            #expect(try await host.send(GetUseRequest(url)) == open)
            clock.advance(by: .seconds(1))
            try await expectEnd(of: url, host)
        }
    }

    @Test func aUseOfAnExtensionEndsAfterFifteenMinutes() async throws {
        try await withUse { fixture, url in
            let host = fixture.host
            await fixture.deadlineClock.advanceWhenSleeping(by: .seconds(899))
            #expect(try await host.send(GetUseRequest(url)) == GetUseRequest.Use(hasEnded: false))
            fixture.deadlineClock.advance(by: .seconds(1))
            try await expectEnd(of: url, host)
        }
    }
}
