import Foundation
import HostModel
import JSON
import Testing
import TodayTestSupport

@testable import HostDaemon

@Suite struct DemoContentTests {
    private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    /// 23:30 on New Year's Eve in London, and 0:30 on New Year's Day in Berlin.
    private let date = Date(timeIntervalSince1970: 1_767_223_800)

    @Test func daysAreThoseOfThePerson() {
        let text = DemoContent.text(
            "{server}/a {host} {day+0} {date+1} {day-1} {day} {day+x}",
            server: "127.0.0.1:8",
            now: date,
            zone: berlin
        )
        #expect(text == "http://127.0.0.1:8/a 127.0.0.1:8 2026-01-01 20260102 2025-12-31 {day} {day+x}")
    }

    @Test(arguments: ["", "[]", "{}", #"{"steps": [{"dance": {}}]}"#, #"{"steps": [{"tap": {}}]}"#])
    func malformedContentIsNamed(_ text: String) async throws {
        try await withTemporaryDirectory { folder in
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/Demo.json"))
            let error = #expect(throws: HostError.self) {
                try DemoContent(of: folder, language: "de-DE", server: "127.0.0.1:8", now: date, zone: berlin)
            }
            #expect(error?.message.contains("\(folder)/Demo.json") == true)
        }
    }

    @Test func contentIsInTheLanguageOfThePersonIfThereIsOne() async throws {
        try await withTemporaryDirectory { folder in
            for (name, key) in [("", "en"), ("/de.lproj", "de")] {
                let steps = #"{"steps": [{"set": {"group": "group.a", "key": "\#(key)", "value": ""}}]}"#
                try FileManager.default.createDirectory(atPath: folder + name, withIntermediateDirectories: true)
                try Data(steps.utf8).write(to: URL(filePath: "\(folder)\(name)/Demo.json"))
            }
            for (language, key) in [("de-AT", "de"), ("ja", "en")] {
                let content = try DemoContent(
                    of: folder,
                    language: language,
                    server: "127.0.0.1:8",
                    now: date,
                    zone: berlin
                )
                guard case .set(_, key, _)? = content?.steps.first else {
                    Issue.record("\(language) has other content")
                    continue
                }
            }
        }
    }

    @Test func appWithoutContentHasNone() async throws {
        try await withTemporaryDirectory { folder in
            let content = try DemoContent(of: folder, language: "de-DE", server: "127.0.0.1:8", now: date, zone: berlin)
            #expect(content == nil)
        }
    }

    @Test func forecastIsInTheUnitsOfTheRequest() {
        let celsius = DemoForecast(now: date, zone: berlin, isFahrenheit: false).json
        let fahrenheit = DemoForecast(now: date, zone: berlin, isFahrenheit: true).json
        #expect(celsius["hourly"]?["time"]?.arrayValue?.first == "2026-01-01T00:00")
        #expect(celsius["hourly"]?["time"]?.arrayValue?.count == 25)
        #expect(celsius["daily"]?["time"]?.arrayValue?.last == "2026-01-07")
        #expect(celsius["current"]?["temperature_2m"] == 11.5)
        #expect(fahrenheit["current"]?["temperature_2m"] == 52.6)
        #expect(celsius["current"]?["is_day"] == 0)
    }
}
