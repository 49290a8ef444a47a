import Foundation
import HostModel
import JSON
import Testing
import TodayProtocol
import TodayScreen

/// The JSON of commands and event streams has sentences in English, not their keys.
@Suite struct SurfaceJSONTests {
    @Test func aFreshnessIsInEnglish() throws {
        let json = try JSONValue(encoding: Freshness.failed(reason: .nothingToShow))
        #expect(json == ["failed": ["reason": "It has nothing to show."]])
        #expect(try json.decode(Freshness.self) == .failed(reason: "It has nothing to show."))
        let cut = "It is not shown: a page would need more than 256 KiB for the cards of its app."
        #expect(try JSONValue(encoding: Freshness.cut(reason: .pageNotShown(256))) == ["cut": ["reason": .string(cut)]])
    }

    @Test func theNoticesOfAScreenAreInEnglish() throws {
        let state = ScreenState(
            epoch: "e",
            revision: Revision(1),
            widgets: [],
            chosen: [],
            available: [],
            apps: [],
            warnings: [.sandboxOff],
            notices: [.cloudUnreachable, "No network."]
        )
        let json = try JSONValue(encoding: state)
        #expect(
            json["warnings"]
                == ["The sandbox is off: apps and widgets can read and change everything that you can."]
        )
        #expect(json["notices"] == ["The cloud cannot be reached.", "No network."])
        #expect(try json.decode(ScreenState.self).notices == ["The cloud cannot be reached.", "No network."])
    }

    @Test func theOutcomeOfATapIsInEnglishButKeepsItsKeyInTheStore() throws {
        let outcome = TapOutcome.failed(reason: .hostNotFound("example.com"))
        let json: JSONValue = ["failed": ["reason": "example.com cannot be found; is this machine online?"]]
        #expect(try JSONValue(encoding: outcome) == json)
        #expect(try TapOutcome(stored: outcome.stored()) == outcome)
        // As an earlier version of the host stored it.
        #expect(try TapOutcome(stored: json) == .failed(reason: "example.com cannot be found; is this machine online?"))
    }
}
