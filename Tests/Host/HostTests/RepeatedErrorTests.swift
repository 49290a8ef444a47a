import HostModel
import JSONRPC
import ProcessHost
import Testing
import TodayProtocol

@testable import Host

/// A process that reports an error of the host as its own failure, of which it knows the English words alone.
@Suite(.timeLimit(.minutes(10))) struct RepeatedErrorTests {
    private func failure(_ message: String, of session: ProcessSession) -> ProcessFailure {
        ProcessFailure(ProcessError(.refused, "It failed.", cause: RPCError(.failed, message)), of: session)
    }

    private func fetch(_ fixture: SessionFixture, _ code: RPCError.Code) async throws -> String {
        let error = await expectError(code) {
            try await fixture.process.call(HTTPFetchRequest(url: "https://example.com/"), deadline: .seconds(60))
        }
        return try #require(error).message
    }

    @Test func theFailureHasTheLanguagesOfTheErrorOfAFetch() async throws {
        try await withSession(.widget) { fixture in
            var rights = fixture.session.rights
            rights.mayFetch = true
            fixture.session.setRights(rights)
            let message = try await fetch(fixture, .fetchNotAllowed)
            let repeated = failure(message, of: fixture.session)
            guard case .key = repeated.text else {
                Issue.record("it has one language: \(repeated)")
                return
            }
            #expect(repeated.text.english == message && repeated.isOfProcess)
            let own = failure("No data.", of: fixture.session)
            #expect(own.text == "No data." && own.isOfProcess)
        }
    }

    @Test func theFailureHasTheLanguagesOfARevokedRight() async throws {
        try await withSession { fixture in
            var rights = fixture.session.rights
            rights.revoked = [.network]
            fixture.session.setRights(rights)
            let message = try await fetch(fixture, .notEntitled)
            let text = RevokedRightMessage.text(.network, of: SessionFixture.app)
            #expect(failure(message, of: fixture.session).text == text)
        }
    }

    @Test func onlyTheLatestErrorsAreRemembered() async throws {
        try await withSession { fixture in
            let session = fixture.session
            let texts = (0..<9).map { LocalizableText.hostNotFound("\($0).example.com") }
            for text in texts + [texts[1]] { session.rememberError(text) }
            #expect(session.text(ofFailure: texts[0].english) == .text(texts[0].english))
            for text in texts.dropFirst() { #expect(session.text(ofFailure: text.english) == text) }
        }
    }
}
